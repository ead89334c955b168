laconic compare --formats json,xyz people.json
