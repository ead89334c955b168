laconic convert --from gcf --to json people.gcf
