for n in 2 10 25 40 60; do head -c $n people.gcf | laconic decode --from gcf || echo "exit $?"; done
