echo old > out.json
laconic decode --output out.json bad.gcf || echo "exit $?"
cat out.json
ls -A | grep laconic || true
