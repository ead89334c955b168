laconic encode --profile graph graph_after.json > same.gcf
laconic delta graph_after.json same.gcf
laconic delta graph_after.json same.gcf | laconic apply graph_after.json -
