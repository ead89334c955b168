mkfifo pipe
cat people.gcf > pipe &
laconic decode pipe
