laconic tokens --help
