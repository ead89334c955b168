laconic encode --profile tree payload.json
