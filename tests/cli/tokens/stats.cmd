laconic stats people.json
laconic stats --tokenizer cl100k_base < people.gcf
