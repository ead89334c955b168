laconic decode bad.gcf 2>&-
