laconic encode --profile graph graph_before.json 2> losses > before.gcf
laconic delta --always-delta before.gcf graph_after.json | laconic apply before.gcf -
