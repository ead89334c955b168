laconic validate bad.json people.json bad.gcf
