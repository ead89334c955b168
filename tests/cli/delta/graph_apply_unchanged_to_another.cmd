laconic delta graph_after.json graph_after.json | laconic apply graph_before.json -
