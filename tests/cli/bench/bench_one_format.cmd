laconic bench --formats gcf --min-time 0 people.json | sed -E 's/ +[0-9]+\.[0-9]+/  SPEED/g'
