mkdir sub
cp bad.json 'sub/a b.json'
laconic validate 'sub/a b.json'
