laconic validate missing.json people.json
