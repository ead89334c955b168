laconic delta graph_before.json graph_after.json | sed 's/ 0.81 / 0.82 /' > full.gcf
laconic apply graph_before.json full.gcf
