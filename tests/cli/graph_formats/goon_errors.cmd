printf '@header\nquery_type:t\ngoon_version:1.0.0\nnodes:2\nedges:0\n@nodes\nX(2):\n1 a=b\n@edges\n' > short.goon
laconic decode short.goon || echo "exit $?"
laconic decode --lenient short.goon
printf '{"error":"no such graph"}' | laconic encode --from json --to goon || echo "exit $?"
