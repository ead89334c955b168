umask 027
laconic encode -o out.gcf people.json
stat -c %a out.gcf
