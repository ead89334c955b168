laconic encode --lenient people.gcf
