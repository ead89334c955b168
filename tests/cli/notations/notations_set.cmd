echo '[{"id":1,"name":"Ada"},{"id":2,"name":"Lin"}]' > t.json
laconic encode --to jton --set delimiter=pipe --set row_count=no t.json
laconic encode --to tron --set classes=never t.json
laconic encode --to md-table --set md-table.spaced=yes t.json
laconic convert --to csv --set csv.types=typed --set csv.ragged=null t.json
printf 'a: 1\n---\nb: 2\n' | laconic decode --from yaml --set documents=array
