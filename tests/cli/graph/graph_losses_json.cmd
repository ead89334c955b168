laconic encode --profile graph --errors json payload_lossy.json
