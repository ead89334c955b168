laconic encode --profile graph graph_after.json > after.gcf
laconic apply graph_before.json after.gcf
