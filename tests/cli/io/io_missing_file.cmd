laconic decode missing.json
