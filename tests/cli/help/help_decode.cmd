laconic decode --help
