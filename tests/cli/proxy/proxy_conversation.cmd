# One table through the proxy: what the client gets, what is reported, and what decodes.
cat > server.py <<'SERVER'
import json, sys
rows = [{"id": i, "name": "row %d" % i, "ok": i % 2 == 0} for i in range(20)]
print("Server running")
for line in sys.stdin:
    request = json.loads(line)
    if request["method"] == "tools/call":
        result = {"content": [{"type": "text", "text": json.dumps(rows, indent=2)}]}
        print(json.dumps({"jsonrpc": "2.0", "id": request["id"], "result": result}), flush=True)
SERVER
ask='{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"rows"}}'
echo "$ask" | laconic proxy --stats python3 -B server.py > answer.json
laconic convert --to json answer.json > /dev/null
python3 -c 'import json; print(json.load(open("answer.json"))["result"]["content"][0]["text"], end="")' > text
head -n 4 text
laconic decode text | head -c 60; echo
echo "$ask" | laconic proxy --dry-run python3 -B server.py | wc -c
echo "$ask" | laconic proxy --formats off --stats-file stats.json --log log.json python3 -B server.py | wc -c
python3 -c 'import json; s = json.load(open("stats.json")); print(s["calls"], s["rewritten"], s["left_alone"])'
python3 -c 'import json; s = json.load(open("log.json")); print(s["tool"], s["reason"], s["era"])'
