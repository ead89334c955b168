for n in 01 1. .5 +1 -  1e 0x1 NaN Infinity; do printf '[%s]' "$n" | laconic decode || true
done
