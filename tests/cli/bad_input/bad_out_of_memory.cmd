# needs: plain
(printf '['; yes '"0123456789",' | head -n 3000000 | tr -d '\n'; printf '0]') > big.json
ulimit -v 90000
laconic decode big.json > out || echo "exit $?"
wc -c < out
