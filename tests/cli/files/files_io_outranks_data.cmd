laconic decode bad.json missing.gcf bad.gcf
