# Shells restore the deadly default; laconic decides for itself.
(printf '['; yes '"0123456789",' | head -n 100000 | tr -d '\n'; printf '0]') > long.json
(env --default-signal=PIPE laconic decode long.json; echo "exit $?" >&2) | head -c 1
