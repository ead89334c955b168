laconic convert --to json --no-flatten people.json
