laconic detect people.json people.gcf shop.json
