#!/usr/bin/env python3
# soak_proxy.py - many calls through one proxy, whose memory must stay flat.
"""usage: soak_proxy.py LACONIC [--calls 5000]

Results of many sizes, cancelled calls, tasks, lists, batches, and tools with ever new names. The
memory of the proxy after the first quarter is compared with that at the end.
"""
import argparse
import json
import pathlib
import subprocess
import sys
import tempfile
import threading
import time

HERE = pathlib.Path(__file__).resolve().parent
WINDOW = 100  # calls that are open at once
MOST_GROWTH_KIB = 6 << 10


def memory_of(pid):
    with open(f"/proc/{pid}/status", encoding="ascii") as file:
        return next(int(row.split()[1]) for row in file if row.startswith("VmRSS"))


def messages(number):
    """What the client sends as call `number`; every one of them gets one answer with its id."""
    message = {"jsonrpc": "2.0", "id": number, "method": "tools/call",
               "params": {"name": "rows" if number % 3 else f"rows {number}", "arguments": {"n": number}}}
    if number % 50 == 1:
        message["params"]["task"] = {}
    if number % 40 == 3:
        message["id"] = f"id {number}"
    if number % 100 == 7:
        message["method"] = "tools/list"
    if number % 25 == 2:
        yield {"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": number - 1}}
    yield message


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("laconic", type=pathlib.Path)
    parser.add_argument("--calls", type=int, default=5000)
    options = parser.parse_args()
    with tempfile.TemporaryFile() as errors:
        command = [str(options.laconic.resolve()), "proxy", "--stats", "--client", "claude-code", "--", sys.executable, "-B",
                   str(HERE / "faulty_server.py"), "rows"]
        proxy = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=errors)
        room = threading.Semaphore(WINDOW)

        def write():
            for number in range(options.calls):
                room.acquire()
                for message in messages(number):
                    proxy.stdin.write(json.dumps(message).encode() + b"\n")
                proxy.stdin.flush()
        writer = threading.Thread(target=write, daemon=True)
        start = time.monotonic()
        writer.start()
        warm = answers = 0
        for line in proxy.stdout:
            answers += 1
            room.release()
            if not line.endswith(b"}\n") or b'"id": ' not in line:
                print(f"FAIL: no answer: {line[:300]}")
                return 1
            if answers == max(options.calls // 4, 1):
                warm = memory_of(proxy.pid)
            if answers == options.calls:
                break
        seconds = time.monotonic() - start
        end = memory_of(proxy.pid)
        writer.join(timeout=10)
        proxy.stdin.close()
        rest = proxy.stdout.read()
        status = proxy.wait(timeout=20)
        errors.seek(0)
        summary = errors.read().decode().splitlines()
    print(f"{answers} answers in {seconds:.1f} s; {warm} KiB after a quarter, {end} KiB at the end")
    print(summary[0] if summary else "no summary")
    if answers != options.calls or rest or status != 0:
        print(f"FAIL: {answers} of {options.calls} answers, {len(rest)} bytes too many, status {status}")
        return 1
    if end - warm > MOST_GROWTH_KIB:
        print(f"FAIL: {end - warm} KiB more in memory")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
