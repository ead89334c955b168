laconic root payload_lossy.json
