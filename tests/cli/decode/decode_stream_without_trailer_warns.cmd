laconic decode stream.gcf
