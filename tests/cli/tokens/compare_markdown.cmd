laconic compare --markdown --formats json,gcf people.json
