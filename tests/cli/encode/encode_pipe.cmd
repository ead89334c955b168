cat people.json | laconic encode
