laconic apply --help
