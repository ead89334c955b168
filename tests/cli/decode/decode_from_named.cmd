laconic decode --from gcf people.gcf
