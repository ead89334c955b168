laconic decode payload.gcf
