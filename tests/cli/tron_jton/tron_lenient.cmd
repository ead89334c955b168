printf 'class A: id,class\n\n[A(1,"x"),{"k":1,"k":2}]\n' > x.tron
laconic decode --lenient x.tron
