laconic root --profile tree graph_before.json
