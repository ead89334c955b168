# What auto writes is read without --from, as the same value.
for json in '[{"a":1,"b":2},{"a":true,"b":3}]' '[{"a":1},{"a":2},{"a":3}]' '"x"' '[1,2,3]' '[]' '{}' '{"a":"b"}'; do
  echo "$json" | laconic encode --to auto > text
  cat text
  laconic decode text
done
echo '[{"a":1},{"a":2},{"a":3}]' | laconic encode --to auto --explain
