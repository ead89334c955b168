laconic tokens --json --tokenizer cl100k_base people.json
laconic tokens --json shop.json people.json
