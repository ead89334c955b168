laconic decode bad.json
