printf '{"a":' | laconic encode || true
printf "{'a':1}" | laconic encode || true
printf '[1,2' | laconic encode || true
printf 'tru' | laconic encode --from json || true
printf '{a:1}' | laconic encode
