laconic delta graph_before.json graph_after.json
