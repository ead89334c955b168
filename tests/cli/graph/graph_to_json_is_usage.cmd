laconic encode --profile graph --to json payload.json
