laconic root graph_before.json graph_after.json
