cp people.gcf '[x]'
laconic decode '[x]'
