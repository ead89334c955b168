awk 'BEGIN { printf "["; for (i = 0; i < 40; ++i) printf "%s{\"id\":%d,\"name\":\"record %d\"}", i ? "," : "", i, i; print "]" }' > many.json
sed 's/record 7"/record seven"/' many.json > more.json
laconic delta --key id many.json more.json | tee change.gcf
laconic apply --key id many.json change.gcf | cmp - more.json
