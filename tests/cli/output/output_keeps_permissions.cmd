echo old > out.gcf
chmod 640 out.gcf
laconic encode -o out.gcf people.json
stat -c %a out.gcf
