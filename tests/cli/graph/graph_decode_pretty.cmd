laconic decode --pretty payload.gcf
