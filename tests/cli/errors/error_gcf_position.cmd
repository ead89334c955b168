laconic decode bad.gcf
