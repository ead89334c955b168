laconic convert --to gcf --pretty people.json
