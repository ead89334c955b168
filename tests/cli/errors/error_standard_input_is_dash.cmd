laconic validate < bad.json
