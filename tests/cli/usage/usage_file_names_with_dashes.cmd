cp people.gcf ./-x
laconic decode -- -x || true
laconic decode ./-x
laconic decode -x
