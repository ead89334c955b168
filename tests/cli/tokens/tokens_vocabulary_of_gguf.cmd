python3 - <<'END'
import struct
def text(value): return struct.pack("<Q", len(value.encode())) + value.encode()
def texts(values): return struct.pack("<IQ", 8, len(values)) + b"".join(map(text, values))
tokens = ["<unk>", *(f"<0x{b:02X}>" for b in range(256)), "\u2581", "h", "i", "\u2581h", "hi"]
scores = [0.0] * 257 + [-9.0, -9.0, -9.0, -2.0, -1.0]
pairs = [("tokenizer.ggml.model", 8, text("llama")), ("tokenizer.ggml.tokens", 9, texts(tokens)),
         ("tokenizer.ggml.scores", 9, struct.pack("<IQ262f", 6, 262, *scores))]
body = b"".join(text(key) + struct.pack("<I", kind) + value for key, kind, value in pairs)
open("tiny.gguf", "wb").write(b"GGUF" + struct.pack("<IQQ", 3, 0, len(pairs)) + body)
open("cut.gguf", "wb").write(b"GGUF" + struct.pack("<IQQ", 3, 0, len(pairs)) + body[:500])
END
printf 'hi h' | laconic tokens --ids --tokenizer ./tiny.gguf
printf 'hi h' | laconic tokens --json --tokenizer ./tiny.gguf
printf 'hi h' | laconic tokens --tokenizer ./cut.gguf
