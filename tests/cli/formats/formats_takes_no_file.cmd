laconic formats people.json
