laconic validate people.gcf >&-
