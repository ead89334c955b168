laconic encod people.json || true
laconic Decode || true
laconic validat
