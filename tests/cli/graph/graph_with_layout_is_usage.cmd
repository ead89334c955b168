laconic encode --profile graph --layout compact payload.json
