printf '{"id":1,"n":"a b"}\n{"n":"x|y"}\n' > in; laconic stream < in | laconic stream --decode --complete | cmp - in
