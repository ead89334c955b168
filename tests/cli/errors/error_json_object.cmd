laconic decode --errors=json bad.json
