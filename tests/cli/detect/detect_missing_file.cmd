laconic detect missing people.gcf
