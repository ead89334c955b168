laconic decode --from gcf people.json
