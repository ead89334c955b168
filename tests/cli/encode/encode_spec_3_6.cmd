laconic encode --spec=3.6 people.json
