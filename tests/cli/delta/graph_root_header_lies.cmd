laconic delta graph_before.json graph_after.json | sed 's/ 0.81 / 0.82 /' > full.gcf
laconic root full.gcf
