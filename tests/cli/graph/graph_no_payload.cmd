laconic encode --profile graph people.json
