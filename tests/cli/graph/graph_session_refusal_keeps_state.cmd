laconic encode --profile graph --session p.state payload.json | laconic decode --session c.state > first.json
cp c.state before
printf 'GCF profile=graph symbols=2 session=true\n## targets\n@0 iface pkg.Auth 0.99 x\n' | laconic decode --session c.state || echo refused
cmp before c.state
