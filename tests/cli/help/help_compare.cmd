laconic compare --help
