laconic delta --always-delta graph_before.json graph_after.json | sed 's/^type pkg.Old/type pkg.Older/' > change.gcf
laconic apply graph_before.json change.gcf
