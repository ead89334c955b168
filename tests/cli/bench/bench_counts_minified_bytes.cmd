laconic bench --formats json --json --min-time 0 people.json people.gcf > speed.json
python3 -c '
import json
print([row["json_bytes"] for row in json.load(open("speed.json"))["rows"]])'
laconic decode people.json | tr -d "\n" | wc -c
