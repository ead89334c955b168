laconic bench --json --min-time 0 shop.json > speed.json
python3 - <<'END'
import json
rows = json.load(open("speed.json"))["rows"]
assert {row["format"] for row in rows} >= {"gcf", "json"} and len(rows) % 2 == 0, rows
for row in rows:
    assert list(row) == ["file", "format", "op", "json_bytes", "mb_per_s_best", "mb_per_s_median"], row
    assert row["mb_per_s_best"] >= row["mb_per_s_median"] > 0, row
print("good")
END
