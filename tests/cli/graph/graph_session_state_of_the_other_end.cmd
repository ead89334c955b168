laconic encode --profile graph --session p.state payload.json > message.gcf
laconic decode --session p.state message.gcf
