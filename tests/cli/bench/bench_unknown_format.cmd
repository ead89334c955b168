laconic bench --formats gcf,nosuch people.json
