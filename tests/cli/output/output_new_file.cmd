laconic encode --output new.gcf people.json
cat new.gcf
ls -A | grep laconic || true
