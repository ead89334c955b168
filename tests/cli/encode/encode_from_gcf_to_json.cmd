laconic encode --from gcf --to json people.gcf
