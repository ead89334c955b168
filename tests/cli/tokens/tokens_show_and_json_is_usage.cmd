laconic tokens --show --json people.json
