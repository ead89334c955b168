laconic bench --formats gcf,gcf people.json
