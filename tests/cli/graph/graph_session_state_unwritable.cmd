laconic encode --profile graph --session no/such/folder/p.state payload.json
