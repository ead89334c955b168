#!/usr/bin/env python3
# bad_stripper.py - a proxy that does it wrong: drops structuredContent and keeps outputSchema.
import json
import subprocess
import sys
import threading

child = subprocess.Popen(sys.argv[1:], stdin=subprocess.PIPE, stdout=subprocess.PIPE)


def forward():
    for line in sys.stdin.buffer:
        child.stdin.write(line)
        child.stdin.flush()
    child.stdin.close()


threading.Thread(target=forward, daemon=True).start()
for answer in child.stdout:
    message = json.loads(answer)
    if isinstance(message.get("result"), dict):
        message["result"].pop("structuredContent", None)
    sys.stdout.write(json.dumps(message) + "\n")
    sys.stdout.flush()
