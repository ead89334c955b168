# Speeds differ from run to run; the shape of the table does not.
laconic bench --min-time 0 people.json shop.json > table
head -n 1 table
tail -n +2 table | sed -E 's/ +[0-9]+\.[0-9]+/  SPEED/g'
