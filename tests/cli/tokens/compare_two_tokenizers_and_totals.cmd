laconic compare --tokenizer o200k_base --tokenizer cl100k_base --formats json,json-pretty,gcf people.json shop.json
