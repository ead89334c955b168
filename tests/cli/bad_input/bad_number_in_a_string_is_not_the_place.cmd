printf '{"1e400":"1e400", "x":\n [1e40, -1e400, 1e400]}' | laconic encode
