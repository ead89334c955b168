laconic decode --output out.json bad.gcf || echo "exit $?"
test ! -e out.json
ls -A | grep laconic || true
