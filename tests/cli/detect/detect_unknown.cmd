printf 'hello world\n' > note.txt
laconic detect note.txt people.json
