laconic validate --complete people.json
