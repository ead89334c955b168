laconic decode --output . people.json people.gcf || echo "exit $?"
laconic detect people.json
