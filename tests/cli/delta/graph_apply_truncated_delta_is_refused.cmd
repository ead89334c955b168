laconic delta --always-delta graph_before.json graph_after.json | sed '$d' > change.gcf
laconic apply graph_before.json change.gcf
