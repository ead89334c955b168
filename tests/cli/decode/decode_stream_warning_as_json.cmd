laconic decode --errors=json stream.gcf
