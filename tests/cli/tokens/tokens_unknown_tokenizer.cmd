laconic tokens --tokenizer gpt9 people.json
