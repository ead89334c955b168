printf '{orders: [2: id, tags, note; /* first */ 1, ["x"], Ada; 2, [], ]}\n' > x.jton
laconic detect x.jton
laconic decode x.jton
printf '[2: a\tb; 1\t2; NaN\tx ]\n' > y.jton
laconic decode y.jton
