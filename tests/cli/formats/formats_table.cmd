laconic formats
