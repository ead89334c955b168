laconic encode --profile graph --session p.state payload.json > message.gcf
laconic encode --profile graph --session p.state -o no/such/out.gcf payload.json || echo failed
laconic encode --profile graph --session p.state payload.json
