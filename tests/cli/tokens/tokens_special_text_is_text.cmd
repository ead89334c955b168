printf '<|endoftext|>' | laconic tokens --ids
