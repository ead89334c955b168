laconic encode --profile graph graph_after.json > after.gcf
laconic encode graph_after.json > after_generic.gcf
laconic root after.gcf after_generic.gcf
laconic delta graph_before.json graph_after.json > full.gcf
laconic root full.gcf
