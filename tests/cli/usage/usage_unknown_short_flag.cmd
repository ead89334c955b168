laconic encode -z people.json
