laconic validate stream.gcf
