laconic encode --form json people.json || true
laconic decode --prety people.gcf || true
laconic encode --noflatten people.json
