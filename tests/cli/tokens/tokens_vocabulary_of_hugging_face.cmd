mkdir voc
python3 - <<'END'
import json
texts = ["<unk>", *(f"<0x{b:02X}>" for b in range(256)), "\u2581", "h", "i", "\u2581h", "\u2581hi"]
json.dump({"normalizer": {"type": "Sequence", "normalizers": [
    {"type": "Prepend", "prepend": "\u2581"},
    {"type": "Replace", "pattern": {"String": " "}, "content": "\u2581"}]},
  "model": {"type": "BPE", "byte_fallback": True, "unk_token": "<unk>",
            "vocab": {text: i for i, text in enumerate(texts)}, "merges": ["\u2581 h", "\u2581h i"]}},
  open("voc/tiny-llama.json", "w"))
END
printf 'hi h\303\251' > text
laconic tokens --ids --tokenizer voc/tiny-llama.json text
laconic tokens --show --tokenizer voc/tiny-llama.json text
LACONIC_TOKENIZERS=voc laconic compare --tokenizer tiny-llama people.json
LACONIC_TOKENIZERS=voc laconic tokenizers | sed -n '1,/^$/p'
