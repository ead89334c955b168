laconic delta payload_lossy.json graph_after.json
