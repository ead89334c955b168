laconic decode --session payload.gcf payload.gcf
