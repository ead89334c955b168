laconic encode --to auto --explain people.json
laconic encode --to auto people.json | laconic decode
echo '{"a":1}' | laconic encode --to auto
laconic encode --to auto --tokenizer cl100k_base --allow gcf shop.json
laconic encode --to auto --allow gcf,gcf-compact --prefer gcf --margin 20 --explain shop.json
