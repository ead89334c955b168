laconic tokenizers | sed "s|$HOME|HOME|"
