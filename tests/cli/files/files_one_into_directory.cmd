mkdir out
laconic decode --pretty -o out people.gcf
ls -A out
