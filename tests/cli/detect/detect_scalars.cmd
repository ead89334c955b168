for text in 1 -1 true false null '"x"'; do printf '%s' "$text" | laconic detect; done
