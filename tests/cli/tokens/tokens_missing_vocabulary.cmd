laconic tokens --tokenizer ./missing.tiktoken people.json
