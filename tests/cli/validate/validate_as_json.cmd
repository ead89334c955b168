laconic validate --errors=json bad.json bad.gcf
