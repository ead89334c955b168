laconic delta graph_before.json graph_after.json | laconic apply graph_before.json -
