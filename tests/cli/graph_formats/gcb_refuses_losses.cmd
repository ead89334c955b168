laconic encode --to gcb --lossless --from json payload_lossy.json > out || echo "exit $?"
