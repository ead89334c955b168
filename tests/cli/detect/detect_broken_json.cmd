printf '{"a":' | laconic detect
printf "{'a':1}" | laconic detect
printf '[1,2' | laconic detect
printf ' \n\t[' | laconic detect
printf '"x' | laconic detect
printf 'tru' | laconic detect || echo "exit $?"
