laconic delta --always-delta graph_before.json graph_after.json
