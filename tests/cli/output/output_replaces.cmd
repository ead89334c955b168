echo old > new.gcf
laconic encode --output new.gcf people.json
cmp new.gcf people.gcf
