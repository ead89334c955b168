laconic encode -o none/out.gcf people.json
