printf '{"big":1e400}' > big.json
laconic compare --formats json,gcf big.json
laconic compare --json --formats json,gcf big.json
