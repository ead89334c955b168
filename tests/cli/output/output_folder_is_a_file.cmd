laconic encode -o people.json/out.gcf people.json
