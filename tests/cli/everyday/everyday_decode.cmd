printf 'a: yes\nb: 0x10\nc: [1, 2.50, ~]\nd: {x: "1"}\n' | laconic decode
printf 'base: &b {x: 1, y: 2}\nown:\n  <<: *b\n  y: 3\n' | laconic decode
printf '[server]\nport = 8_080\nday = 2024-02-29\n[[rule]]\nid = 1\n[[rule]]\nid = 2\n' | laconic decode
printf 'id,name,ok\n1,Ada,true\n2,"Grace, H",\n' | laconic decode
printf 'id\tname\n1\tAda\n' | laconic decode
printf 'id,v\n"a",1.50\n"b",true\n' | laconic decode
printf '{"a":1}\n{"a":2}\n' | laconic decode
printf '\202\241\141\001\241\142\300' | laconic decode
printf '\242\141\141\001\141\142\366' | laconic decode
