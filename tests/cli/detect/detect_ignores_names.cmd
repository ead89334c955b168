cp people.json x.gcf
cp people.gcf x.json
laconic detect x.gcf x.json
