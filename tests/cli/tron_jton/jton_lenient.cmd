printf '[3: city, size; New York, 8; Oslo ]\n' > x.jton
laconic decode --lenient x.jton
