laconic convert --help
