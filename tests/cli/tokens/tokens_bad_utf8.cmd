printf 'good\nbad \377 here\n' > latin1.txt
laconic tokens latin1.txt
