mkdir voc
python3 - <<'END'
import base64
lines = [f"{base64.b64encode(bytes([b])).decode()} {b}" for b in range(256)]
lines += [f"{base64.b64encode(t).decode()} {256 + i}" for i, t in enumerate([b"he", b"ll", b"hell", b"hello"])]
open("voc/tiny_cl100k.tiktoken", "w").write("\n".join(lines) + "\n")
END
printf 'hello help' > text
laconic tokens --ids --tokenizer voc/tiny_cl100k.tiktoken text
LACONIC_TOKENIZERS=voc laconic tokens --json --tokenizer tiny_cl100k text
printf 'not a vocabulary' > voc/broken_cl100k.tiktoken
LACONIC_TOKENIZERS=voc laconic tokenizers | sed -n '1,/^$/p'
LACONIC_TOKENIZERS=voc laconic tokenizers --json | python3 -c '
import json, sys
print([(t["name"], t.get("tokens"), t.get("error")) for t in json.load(sys.stdin)["tokenizers"]])'
