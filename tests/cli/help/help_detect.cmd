laconic detect --help
