laconic compare --tokenizer cl100k_base --tokenizer cl100k_base people.json
