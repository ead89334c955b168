laconic validate payload.gcf
