printf '[0.12345678901234567890123,1.5]' | laconic encode --round-numbers
