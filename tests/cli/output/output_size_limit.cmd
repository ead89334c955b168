# A file may grow to 4 blocks here: the disk is full in the middle of the write.
(printf '['; yes '"0123456789",' | head -n 10000 | tr -d '\n'; printf '0]') > long.json
echo old > out.json
ulimit -f 4
laconic decode -o out.json long.json || echo "exit $?"
laconic decode -o new.json long.json || echo "exit $?"
cat out.json
ls -A | grep -v -e people -e shop -e stream -e bad -e short
