laconic encode --help
