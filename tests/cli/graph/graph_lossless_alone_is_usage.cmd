laconic encode --lossless payload.json
