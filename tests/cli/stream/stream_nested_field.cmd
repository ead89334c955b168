printf '{"a":[1]}' | laconic stream --errors json
