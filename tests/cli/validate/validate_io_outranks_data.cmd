laconic validate bad.json missing.json
