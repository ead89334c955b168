try() { printf "$2" > x.bin; laconic validate --from $1 x.bin 2>&1 | head -1; }
try msgpack '\202\241\141\001'
try msgpack '\335\377\377\377\377'
try msgpack '\301'
try msgpack '\001\002'
try msgpack '\202\241\141\001\241\141\002'
try msgpack '\241\377'
try msgpack '\201\220\001'
try cbor '\242\141\141\001'
try cbor '\233\377\377\377\377\377\377\377\377'
try cbor '\377'
try cbor '\340'
try cbor '\237\001'
printf '[1e400]' | laconic encode --to msgpack || echo "exit $?"
printf '{"a":[18446744073709551616]}' | laconic encode --to cbor || echo "exit $?"
printf '{}' | laconic encode --to ndjson || echo "exit $?"
printf '[1]\n[2\n[3]\n' | laconic decode --from ndjson || echo "exit $?"
