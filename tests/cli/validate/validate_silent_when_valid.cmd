laconic validate people.json shop.json people.gcf
