laconic convert --to json --pretty people.json
