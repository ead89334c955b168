laconic compare --json --tokenizer o200k_base --tokenizer cl100k_base --formats json,json-pretty,gcf,gcf-compact people.json
