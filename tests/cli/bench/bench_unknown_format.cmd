laconic bench --formats gcf,xml people.json
