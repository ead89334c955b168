laconic --help > /dev/full || echo "exit $?"
laconic --version > /dev/full || echo "exit $?"
laconic formats > /dev/full || echo "exit $?"
laconic detect people.gcf > /dev/full || echo "exit $?"
laconic bench --min-time 0 people.gcf > /dev/full
