laconic encode -o /dev/full people.json
