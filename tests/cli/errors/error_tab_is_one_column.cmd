printf '{\t\t"a":\tx}' | laconic decode
