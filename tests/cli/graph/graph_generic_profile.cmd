laconic encode --profile generic people.json
