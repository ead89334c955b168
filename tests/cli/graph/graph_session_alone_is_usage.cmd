laconic encode --session s.state payload.json
