laconic encode --profile graph payload_lossy.json
