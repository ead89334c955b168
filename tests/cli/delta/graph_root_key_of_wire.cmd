laconic encode --profile graph graph_after.json | laconic root --key id
