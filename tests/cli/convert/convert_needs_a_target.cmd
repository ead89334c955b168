laconic convert people.json
