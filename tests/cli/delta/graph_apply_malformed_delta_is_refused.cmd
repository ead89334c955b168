laconic delta --always-delta graph_before.json graph_after.json | sed 's/^## edges_added/## edges_new/' > change.gcf
laconic apply graph_before.json change.gcf
