printf '{"id":1,"n":"a b"}\n\n{"n":"x|y"}\r\n{"id":null,"n":"#"}' | laconic stream
