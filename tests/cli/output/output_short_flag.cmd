laconic encode -o new.gcf people.json
cmp new.gcf people.gcf
