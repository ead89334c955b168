laconic root --profile graph --key id graph_before.json
