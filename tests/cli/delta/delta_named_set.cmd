printf '{"orders":[{"id":1,"a":2}]}' > a.json
printf '{"orders":[{"id":1,"a":3}]}' > b.json
laconic delta --key id a.json b.json | tee full.gcf
laconic root full.gcf
laconic decode full.gcf
