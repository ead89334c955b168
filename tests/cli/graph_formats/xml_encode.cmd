laconic encode --to xml payload.json > a.xml
cat a.xml
laconic detect a.xml
laconic decode a.xml
