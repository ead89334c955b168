printf '[{"id":1,"a":2}]' > a.json
printf '[{"id":1,"b":2}]' > b.json
laconic delta --key id a.json b.json
laconic delta --key id --always-delta a.json b.json
