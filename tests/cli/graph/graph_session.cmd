for i in 1 2; do
  laconic encode --profile graph --session p.state payload.json > message.gcf
  cat message.gcf
  laconic decode --session c.state message.gcf
done
grep -c . c.state
