printf '\377' > bad.txt
laconic tokens missing.txt bad.txt people.json || echo "exit $?"
