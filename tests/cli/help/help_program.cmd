laconic --help
