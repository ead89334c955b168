laconic decode --session - payload.gcf
