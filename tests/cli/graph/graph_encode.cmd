laconic encode --profile graph payload.json
