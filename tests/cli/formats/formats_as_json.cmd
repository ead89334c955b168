laconic formats --json | laconic decode --pretty
