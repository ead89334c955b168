laconic bench --help
