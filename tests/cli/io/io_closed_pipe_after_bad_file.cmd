(printf '['; yes '"0123456789",' | head -n 100000 | tr -d '\n'; printf '0]') > long.json
(laconic decode bad.gcf long.json || echo "exit $?" >&2) | head -c 1
