printf 'a: !point [1, 2]\nb: !point [3, 4]\n' > t.yaml
laconic decode t.yaml
laconic decode --lossless t.yaml || echo "exit $?"
laconic convert --to toon t.yaml
laconic convert --to toon --lossless t.yaml || echo "exit $?"
printf 'day = 2024-02-29\n' | laconic convert --from toml --to json --lossless || echo "exit $?"
# Without a loss --lossless changes nothing.
printf 'a: [1, 2]\n' | laconic convert --from yaml --to toml --lossless
