laconic delta --always-delta graph_before.json graph_after.json > change.gcf
laconic apply graph_before.json change.gcf
