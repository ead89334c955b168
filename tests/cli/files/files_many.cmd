for i in 1 2 3 4 5 6 7 8 9; do cp people.json p$i.json; done
mkdir out
laconic encode -o out p?.json
for i in 1 2 3 4 5 6 7 8 9; do cmp out/p$i.gcf out/p1.gcf; done
ls out | wc -l
