laconic detect < people.gcf
