laconic encode --spec 3.5 --to json people.json
