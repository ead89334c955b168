laconic stats --help
