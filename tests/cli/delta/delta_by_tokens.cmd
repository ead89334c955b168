laconic delta --always-delta --tokenizer o200k_base graph_before.json graph_after.json
laconic delta --always-delta --key id --tokenizer cl100k_base shop_before.json shop_after.json || true
laconic delta --tokenizer nope graph_before.json graph_after.json
