laconic decode people.gcf >&-
