laconic tokenizers --help
