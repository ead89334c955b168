laconic encode --profile graph --session p.state payload.json payload.json
