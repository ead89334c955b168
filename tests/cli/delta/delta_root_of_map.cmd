printf '{"web":{"cpu":1},"db":{"cpu":2}}' > map.json
printf '{"db":{"cpu":2},"web":{"cpu":1}}' | laconic root map.json -
