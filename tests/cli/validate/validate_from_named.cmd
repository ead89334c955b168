laconic validate --from json people.gcf
