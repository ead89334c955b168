printf 'hello world' | laconic tokens
printf '' | laconic tokens -
