printf '{"web":{"cpu":1},"db":{"cpu":2}}' > a.json
printf '{"web":{"cpu":1},"cache":{"cpu":3}}' > b.json
laconic delta --always-delta a.json b.json > change.gcf
tail -n +2 change.gcf
laconic apply a.json change.gcf
laconic delta a.json b.json | laconic apply a.json -
laconic delta a.json a.json | laconic apply a.json -
