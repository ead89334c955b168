laconic apply graph_before.json graph_after.json
