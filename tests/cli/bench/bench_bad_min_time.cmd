for time in x -1 nan 1e9 1s ''; do laconic bench --min-time=$time people.json || echo "exit $?"; done
