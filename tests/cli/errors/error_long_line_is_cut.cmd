(printf '['; yes 123456789, | head -n 300 | tr -d '\n'; printf 'x'; yes ,987654321 | head -n 300 | tr -d '\n'; printf ']') | laconic decode
