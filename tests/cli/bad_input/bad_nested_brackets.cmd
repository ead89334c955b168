head -c 100000 /dev/zero | tr '\0' '[' > deep.json
laconic encode deep.json || echo "exit $?"
laconic decode deep.json || echo "exit $?"
laconic validate deep.json
