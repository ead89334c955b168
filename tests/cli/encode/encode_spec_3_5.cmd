laconic encode --spec 3.5 people.json
