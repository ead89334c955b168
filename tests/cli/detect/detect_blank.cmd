printf ' \n\n' | laconic detect
