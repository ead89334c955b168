for n in 1 10 25 40 100; do head -c $n people.json | laconic decode || echo "exit $?"; done
