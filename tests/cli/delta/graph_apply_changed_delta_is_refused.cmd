laconic delta --always-delta graph_before.json graph_after.json | sed 's/ 0.81 / 0.82 /' > change.gcf
laconic apply graph_before.json change.gcf
