laconic convert --to gcf people.json
