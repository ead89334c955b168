cp people.json x
laconic encode --output x x
cmp x people.gcf
