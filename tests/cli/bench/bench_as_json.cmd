laconic bench --formats json,gcf --json --min-time 0 people.json | sed 's/_\(best\|median\)":[0-9.]*/_\1":SPEED/g'
