laconic encode --to gcb --from json payload_lossy.json > out || echo "exit $?"
