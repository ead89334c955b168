echo old > real
ln -s real link
laconic encode -o link people.json
test -L link
cmp real people.gcf
