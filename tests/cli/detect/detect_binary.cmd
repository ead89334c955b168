printf '\000\001\377' | laconic detect
