# Bytes end where they end, on standard output and in files.
echo '{"a":[1,null]}' | laconic encode --to msgpack | od -An -tx1
echo '{"a":[1,null]}' | laconic encode --to cbor --output t.cbor
od -An -tx1 t.cbor
laconic decode t.cbor
laconic convert --to msgpack --output t.msgpack t.cbor
laconic convert --to json t.msgpack
# A code graph through GCB1 and back.
laconic encode --from json --to gcb --output t.gcb payload.json
head -c 4 t.gcb && echo
laconic convert --to payload-json --set layout=compact t.gcb > once
laconic convert --to gcb --output again.gcb t.gcb
cmp t.gcb again.gcb
laconic convert --from json --to gcb --output third.gcb once
cmp t.gcb third.gcb
laconic convert --to xml t.gcb | laconic convert --from xml --to gcb --output fourth.gcb
cmp t.gcb fourth.gcb
