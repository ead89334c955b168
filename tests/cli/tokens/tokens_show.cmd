printf 'hello world, na\303\257ve \346\227\245\346\234\254\n' | laconic tokens --show
