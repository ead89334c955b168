# Far more than a pipe holds, so that the reader is gone while laconic writes.
(printf '['; yes '"0123456789",' | head -n 100000 | tr -d '\n'; printf '0]') > long.json
(laconic decode long.json; echo "exit $?" >&2) | head -c 1
(laconic encode long.json; echo "exit $?" >&2) | head -c 1
(laconic decode --pretty long.json long.json; echo "exit $?" >&2) | head -c 1
