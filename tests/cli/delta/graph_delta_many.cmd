awk 'BEGIN { printf "{\"tool\":\"t\",\"symbols\":["; for (i = 0; i < 40; ++i) printf "%s{\"qualifiedName\":\"pkg.F%d\",\"kind\":\"function\",\"score\":0.%02d,\"provenance\":\"ast\",\"distance\":%d}", i ? "," : "", i, i, i % 4; print "],\"edges\":[{\"source\":\"pkg.F1\",\"target\":\"pkg.F2\",\"edgeType\":\"calls\"}]}" }' > many.json
sed 's/"score":0.07/"score":0.77/; s/calls/imports/' many.json > more.json
laconic delta many.json more.json | tee change.gcf
laconic apply many.json change.gcf > result.json
laconic root more.json result.json
