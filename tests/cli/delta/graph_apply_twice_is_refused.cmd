laconic delta --always-delta graph_before.json graph_after.json > change.gcf
laconic apply graph_after.json change.gcf
