laconic root --help
