printf '[{"id":1,"tags":["a","b"],"at":{"x":0.5}},{"id":2,"tags":[],"at":{"x":1e21}}]' > t.json
laconic convert --to toon t.json > t.toon
laconic convert --to tron t.toon > t.tron
laconic convert --to jton t.tron > t.jton
laconic convert --to yaml t.jton > t.yaml
laconic convert --to cbor --output t.cbor t.yaml
laconic convert --to ndjson t.cbor > t.ndjson
laconic convert --to gcf t.ndjson > t.gcf
laconic convert --to json t.gcf
cat t.toon t.tron t.jton t.yaml t.ndjson t.gcf
# What a target cannot hold it says.
laconic convert --to toml t.json || echo "exit $?"
laconic convert --to csv t.json || echo "exit $?"
laconic convert --to csv --set nested=json t.json
