printf 'hello world' | laconic tokens --ids
printf 'hello world' | laconic tokens --ids --tokenizer cl100k
printf 'hello world' | laconic tokens --ids --json
