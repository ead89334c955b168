printf '{"k":"a","v":1}\n{"v":2,"k":"b"}\n' | laconic stream --key k | laconic decode
