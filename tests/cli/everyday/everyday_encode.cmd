for f in yaml csv tsv csv-typed ndjson; do echo "-- $f"; laconic encode --to $f people.json; done
echo "-- toml"; printf '{"title":"x","n":1.0,"owner":{"name":"Ada","tags":["a","b"]},"rows":[{"id":1},{"id":2}],"mixed":[1,{"a":"C:\\\\x"}]}' | laconic encode --to toml
echo "-- yaml"; laconic encode --to yaml shop.json
