laconic compare --json --formats json people.gcf
laconic compare bad.json people.json || echo "exit $?"
