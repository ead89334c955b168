laconic compare people.json
