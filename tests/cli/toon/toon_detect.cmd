laconic encode --to toon people.json > a
laconic detect a
laconic compare --json --formats json,toon a
