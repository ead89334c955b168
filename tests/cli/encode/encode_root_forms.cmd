for text in 42 -1.50 true null '"x"' '"true"' '""' '[]' '{}' '[1,"a",null]' '[[]]' '[{}]' '{"a":{}}' '{"a":[]}'; do
  echo "== $text"
  printf '%s' "$text" | laconic encode
done
