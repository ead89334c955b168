echo nonsense > p.state
laconic encode --profile graph --session p.state payload.json
