laconic proxy --print-config
laconic proxy --print-config --formats off --structured strip --client claude-code --raw 'a*' --raw 'b"\' \
  --lossless lexeme --hint off --min-tokens 5 --min-gain 7.5 --max-encode-bytes 64KiB --grace 250ms --dedup \
  --decode-args save -- sh -c 'echo "a\b"'
cat > rules.toml <<'RULES'
formats = ["json", "toon"]
pin_client = "codex-mcp-client"
raw = ["secret_*"]
[back]
command = ["sh", "-c", "printf '\\tx\"'"]
[[tool]]
match = ["query", "search_*"]
formats = ["gcf"]
structured = "keep"
cache = "10m"
[[tool]]
match = "save_rows"
formats = "off"
decode_args = ["gcf", "json"]
[[client]]
match = "my-*"
structured = "strip"
persist_chars = 1000
shows = "structured"
RULES
laconic proxy --config rules.toml --print-config > first.toml
cat first.toml
# What is printed can be read, and says the same.
laconic proxy --config first.toml --print-config > second.toml
cmp first.toml second.toml
# A flag outranks the file.
laconic proxy --config rules.toml --formats gcf --client x --print-config -- cat | grep -E '^(formats|pin_client|command)'
