printf 'a[3]: 1,2\nb: 1\nb: 2\nc:\n\td: 3\ne[2]:\n  - 1\n\n  - 2\n' > x.toon
laconic decode --from toon --lenient x.toon
