#!/usr/bin/env python3
# faulty_server.py - a server that does what its first argument says, most of it wrong.
import json
import os
import signal
import subprocess
import sys
import time

MODE = sys.argv[1]
ARGUMENTS = sys.argv[2:]
out = sys.stdout.buffer
ROWS = [{"id": i, "name": f"row {i}", "active": i % 3 == 0} for i in range(40)]


def say(data):
    out.write(data)
    out.flush()


def answer(request, text, **more):
    result = {"content": [{"type": "text", "text": text}], **more}
    say(json.dumps({"result": result, "jsonrpc": "2.0", "id": request["id"]}).encode() + b"\n")


def requests():
    for line in sys.stdin.buffer:
        message = json.loads(line)
        if "method" in message:
            yield message


def rows():
    """Answers every call with a table and the number of the call."""
    for request in requests():
        if request["params"].get("task") is not None:
            task = {"taskId": f"task {request['id']}", "status": "working"}
            say(json.dumps({"jsonrpc": "2.0", "id": request["id"], "result": {"task": task}}).encode() + b"\n")
        elif request["method"] == "tools/list":
            tools = [{"name": "rows", "inputSchema": {"type": "object"}, "outputSchema": {"type": "object"}}]
            say(json.dumps({"jsonrpc": "2.0", "id": request["id"], "result": {"tools": tools}}).encode() + b"\n")
        elif "id" in request:
            answer(request, json.dumps({"n": request["params"]["arguments"]["n"], "rows": ROWS}, indent=1))


def large():
    """Tables of two megabytes, small answers between them, and the end right behind the last one."""
    for request in requests():
        number = request["params"]["arguments"]["n"]
        if number % 2:
            table = [{"id": i, "name": f"row {i} of {number}", "even": i % 2 == 0} for i in range(20000)]
            answer(request, json.dumps(table, indent=1))
        else:
            answer(request, f"small {number}")
        if number == int(ARGUMENTS[0]):
            return


def exit_status():
    sys.exit(int(ARGUMENTS[0]))


def die_mid_message():
    for request in requests():
        if request.get("id") == 2:
            say(b'{"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","te')
            os.kill(os.getpid(), signal.SIGKILL)


def die_mid_long_message():
    next(requests())
    say(b'{"jsonrpc":"2.0","id":1,"result":{"x":"' + b"x" * (20 << 20))
    sys.exit(3)


def whole_without_line_end():
    request = next(requests())
    say(json.dumps({"id": request["id"], "result": {"content": []}, "jsonrpc": "2.0"}).encode())


def garbage():
    say(b"Server running on stdio\n\x00\xff\xfe garbage \x1b[31m\n\n[broken\nTraceback (most recent call last):\n")
    for request in requests():
        say(b"log: got " + request["method"].encode() + b"\r\n")
        answer(request, "fine")
        say(b"{not json}\n")


def huge():
    request = next(requests())
    size = int(ARGUMENTS[0])
    say(b'{"jsonrpc":"2.0","id":%d,"result":{"content":[{"type":"text","text":"' % request["id"])
    piece = b"0123456789abcdef" * 4096
    for _ in range(size // len(piece)):
        out.write(piece)
    say(b'"}]}}\n')
    for following in requests():
        answer(following, "still here")


def hold():
    """Reads everything, and answers in the opposite order when the last one has come."""
    waiting = []
    for request in requests():
        if "id" not in request:
            continue
        waiting.append(request)
        if len(waiting) == int(ARGUMENTS[0]):
            for each in reversed(waiting):
                answer(each, f"answer {each['params']['arguments']['n']}")
            waiting.clear()


def stubborn():
    """Ignores everything that could end it, and so does its child."""
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)
    child = subprocess.Popen(["sleep", "1000"], stdin=subprocess.DEVNULL)
    with open(ARGUMENTS[0], "w", encoding="ascii") as file:
        file.write(f"{os.getpid()} {child.pid}")
    say(b'{"jsonrpc":"2.0","method":"ready"}\n')
    while True:
        time.sleep(100)


def flood():
    """Says a lot on standard error."""
    for request in requests():
        for _ in range(200):
            os.write(2, b"e" * 65535 + b"\n")
        answer(request, "done")


def silent():
    for _ in requests():
        pass


def deaf():
    """Reads nothing."""
    say(b'{"jsonrpc":"2.0","method":"ready"}\n')
    time.sleep(1000)


{name: value for name, value in globals().items() if callable(value)}[MODE]()
