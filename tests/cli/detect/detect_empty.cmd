laconic detect < /dev/null
