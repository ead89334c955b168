printf '{"k":"a","v":1}\n{"v":2,"k":"a"}\n' | laconic stream --key k
