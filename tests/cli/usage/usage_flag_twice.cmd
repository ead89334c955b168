laconic encode --to gcf --to json people.json
