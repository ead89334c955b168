laconic decode --errors=json missing.json
