laconic encode --spec 4.0 people.json
