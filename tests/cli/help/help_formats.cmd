laconic formats --help
