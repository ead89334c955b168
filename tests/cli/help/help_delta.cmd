laconic delta --help
