laconic decode people.gcf --pretty --from gcf
