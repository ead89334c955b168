laconic encode --profile graph --session p.state payload.json | head -c 100 | laconic decode --session c.state
