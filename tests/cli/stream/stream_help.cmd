laconic stream --help
