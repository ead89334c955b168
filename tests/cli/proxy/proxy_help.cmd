laconic proxy --help
