laconic -h > a
laconic --help | cmp - a
laconic encode -h > b
laconic encode --help | cmp - b
