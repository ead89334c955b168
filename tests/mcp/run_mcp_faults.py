#!/usr/bin/env python3
# run_mcp_faults.py - servers that die, babble, flood and hang, and clients that go away.
"""usage: run_mcp_faults.py LACONIC [--sanitized] [NAME...]

Every case has a time limit: nothing may hang, nothing may be lost, and no process may be left.
With --sanitized the memory is not measured.
"""
import json
import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import threading
import time

HERE = pathlib.Path(__file__).resolve().parent
LACONIC = ""
SANITIZED = False
CASES = {}


def case(function):
    CASES[function.__name__] = function
    return function


def require(holds, what):
    if not holds:
        raise AssertionError(what)


class Proxy:
    """The proxy with a faulty server behind it."""

    def __init__(self, mode, *arguments, flags=(), command=None, stderr=None, env=None):
        command = command or [sys.executable, "-B", str(HERE / "faulty_server.py"), mode, *map(str, arguments)]
        self.errors = tempfile.TemporaryFile() if stderr is None else None
        self.process = subprocess.Popen([LACONIC, "proxy", *flags, "--", *command], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        stderr=self.errors if stderr is None else stderr, env=env)

    def send(self, *messages):
        for message in messages:
            self.process.stdin.write(message if isinstance(message, bytes) else json.dumps(message).encode() + b"\n")
        self.process.stdin.flush()

    def line(self):
        return self.process.stdout.readline()

    def message(self):
        line = self.line()
        require(line, f"no more messages; stderr: {self.stderr()[:500]}")
        return json.loads(line)

    def id_of_line(self):
        line = self.line()
        require(line, "no more messages")
        try:
            return json.loads(line).get("id")
        except (json.JSONDecodeError, AttributeError):
            return None

    def end(self, timeout=10):
        """Closes the front and returns what was left and the exit status."""
        if self.process.stdin and not self.process.stdin.closed:
            try:
                self.process.stdin.close()
            except BrokenPipeError:
                pass
        rest = self.process.stdout.read()
        return rest, self.process.wait(timeout=timeout)

    def stderr(self):
        if self.errors is None:
            return "(not kept)"
        self.errors.seek(0)
        return self.errors.read().decode(errors="replace")


def call(number, tool="rows"):
    return {"jsonrpc": "2.0", "id": number, "method": "tools/call", "params": {"name": tool, "arguments": {"n": number}}}


def is_alive(pid):
    try:
        with open(f"/proc/{pid}/stat", encoding="ascii") as file:
            return file.read().rsplit(")", 1)[1].split()[0] != "Z"
    except OSError:
        return False


def gone(pids, seconds):
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        if not any(is_alive(pid) for pid in pids):
            return True
        time.sleep(0.05)
    return False


@case
def exit_status_is_that_of_the_server():
    for status in (0, 1, 2, 42):
        require(Proxy("exit_status", status).end()[1] == status, f"status {status}")


@case
def killed_in_the_middle_of_a_message():
    proxy = Proxy("die_mid_message")
    proxy.send(call(1), call(2))
    answers = [proxy.message(), proxy.message()]
    require(sorted(answer["id"] for answer in answers) == [1, 2], str(answers))
    require(all(answer["error"]["code"] == -32603 and answer["error"]["data"]["source"] == "laconic" for answer in answers), str(answers))
    rest, status = proxy.end()
    require(rest == b"" and status == 128 + signal.SIGKILL, f"{rest!r} {status}")
    require("in the middle of a message" in proxy.stderr(), proxy.stderr())


@case
def dead_in_the_middle_of_a_long_message():
    proxy = Proxy("die_mid_long_message")
    proxy.send(call(1))
    broken = proxy.line()
    require(len(broken) > 20 << 20, f"{len(broken)} bytes")
    answer = proxy.message()
    require(answer["id"] == 1 and "error" in answer, str(answer))
    require(proxy.end() == (b"", 3), "end")


@case
def a_whole_message_without_a_line_end():
    proxy = Proxy("whole_without_line_end")
    proxy.send(call(1))
    require(proxy.message() == {"id": 1, "result": {"content": []}, "jsonrpc": "2.0"}, "another message")
    require(proxy.end() == (b"", 0), "end")


@case
def half_a_request_at_the_end_of_the_front():
    """The server gets what the client sent, and nobody waits."""
    proxy = Proxy("", command=["cat"])
    proxy.send(b'{"jsonrpc":"2.0","id":1,"method":"pi')
    rest, status = proxy.end()
    require(status == 0 and rest == b"", f"{rest!r} {status}")
    require("in the middle of a message" in proxy.stderr(), proxy.stderr())


@case
def garbage_and_banners():
    proxy = Proxy("garbage", flags=("--stats",))
    for number in range(5):
        proxy.send(call(number))
        while True:
            line = proxy.line()
            if line.startswith(b"[broken") or line == b"{not json}\n":
                continue  # looks like a message; clients report it and go on
            require(json.loads(line)["id"] == number, str(line))
            break
    rest, status = proxy.end()
    require(status == 0 and rest in (b"", b"{not json}\n"), f"{rest!r} {status}")
    for word in ("not a message: Server running on stdio", "Traceback", "log: got tools/call", "lines of the server were no messages"):
        require(word in proxy.stderr(), f"{word} is missing: {proxy.stderr()}")


@case
def a_hundred_megabytes():
    size = 100 << 20
    proxy = Proxy("huge", size)
    proxy.send(call(1), call(2))
    got, most = 0, 0
    line_ended = False
    while not line_ended:
        piece = proxy.process.stdout.read1(1 << 20)
        require(piece, "the message was cut")
        got += len(piece)
        line_ended = b"\n" in piece
        with open(f"/proc/{proxy.process.pid}/status", encoding="ascii") as file:
            most = max(most, *(int(row.split()[1]) for row in file if row.startswith("VmRSS")))
    require(got >= size, f"{got} bytes")
    require(SANITIZED or most < 80 << 10, f"{most} KiB in memory")
    rest, status = proxy.end()
    require(status == 0 and b"still here" in piece + rest, f"{rest[:100]!r} {status}")
    return f"{got} bytes, at most {most} KiB in memory"


@case
def ten_thousand_in_flight():
    count = 10000
    proxy = Proxy("hold", count)
    writer = threading.Thread(target=proxy.send, args=[call(number) for number in range(count)])
    writer.start()
    seen = set()
    for _ in range(count):
        answer = proxy.message()
        require(answer["result"]["content"][0]["text"] == f"answer {answer['id']}", str(answer))
        seen.add(answer["id"])
    writer.join()
    require(seen == set(range(count)), f"{len(seen)} answers")
    require(proxy.end() == (b"", 0), "end")


@case
def two_hundred_tables_at_once():
    proxy = Proxy("rows", flags=("--stats",))
    writer = threading.Thread(target=proxy.send, args=[call(number) for number in range(200)])
    writer.start()
    for _ in range(200):
        answer = proxy.message()
        text = answer["result"]["content"][0]["text"]
        require(f"n={answer['id']}\n" in text or f"n: {answer['id']}\n" in text, text[:200])
    writer.join()
    require(proxy.end() == (b"", 0), "end")
    require("200 tool results, 200 rewritten" in proxy.stderr(), proxy.stderr())


def check_table(answer):
    text = answer["result"]["content"][0]["text"]
    table = [{"id": i, "name": f"row {i} of {answer['id']}", "even": i % 2 == 0} for i in range(20000)]
    require(len(text) < len(json.dumps(table)) * 0.7, "a large result was not rewritten")
    done = subprocess.run([LACONIC, "decode"], input=text.encode(), capture_output=True, check=False)
    require(done.returncode == 0 and json.loads(done.stdout) == table, f"another value: {done.stderr[:300]}")


@case
def large_results_and_the_end_behind_them():
    """They are rewritten beside; others overtake them, and the end waits for them."""
    for closes_at_once in (False, True):
        proxy = Proxy("large", 7)
        proxy.send(*[call(number) for number in range(1, 8)])
        if closes_at_once:
            proxy.process.stdin.close()
        rest, status = proxy.end()
        answers = {answer["id"]: answer for answer in map(json.loads, rest.splitlines())}
        require(status == 0 and sorted(answers) == list(range(1, 8)), f"{sorted(answers)} {status}")
        for number, answer in answers.items():
            if number % 2 == 0:
                require(answer["result"]["content"][0]["text"] == f"small {number}", str(answer)[:200])
            elif number in (1, 7):
                check_table(answer)


@case
def the_proxy_is_killed():
    proxy = Proxy("silent")
    proxy.send(call(1))
    time.sleep(0.2)
    with open(f"/proc/{proxy.process.pid}/task/{proxy.process.pid}/children", encoding="ascii") as file:
        left = [int(pid) for pid in file.read().split()]
    require(left, "no child")
    proxy.process.kill()
    proxy.process.wait()
    require(gone(left, 5), f"left: {left}")


@case
def an_open_request_when_the_client_leaves():
    proxy = Proxy("silent")
    proxy.send(call(1))
    require(proxy.end() == (b"", 0), "end")


@case
def the_client_is_killed():
    """Whatever the client was, nothing of ours stays."""
    with tempfile.TemporaryDirectory() as folder:
        pids = pathlib.Path(folder, "pids")
        script = ("import subprocess,sys,time\n"
                  "p=subprocess.Popen(sys.argv[1:],stdin=subprocess.PIPE,stdout=subprocess.PIPE,stderr=subprocess.DEVNULL)\n"
                  "p.stdout.readline();print(p.pid,flush=True);time.sleep(1000)")
        command = [LACONIC, "proxy", "--grace", "300ms", "--", sys.executable, "-B", str(HERE / "faulty_server.py"), "stubborn", str(pids)]
        client = subprocess.Popen([sys.executable, "-c", script, *command], stdout=subprocess.PIPE)
        left = [int(client.stdout.readline()), *map(int, pids.read_text().split())]
        client.kill()
        client.wait()
        require(gone(left, 8), f"left: {[pid for pid in left if is_alive(pid)]}")


@case
def a_stubborn_server_with_a_child():
    with tempfile.TemporaryDirectory() as folder:
        pids = pathlib.Path(folder, "pids")
        proxy = Proxy("stubborn", pids, flags=("--grace", "300ms"))
        require(proxy.message()["method"] == "ready", "not ready")
        left = [int(pid) for pid in pids.read_text().split()]
        start = time.monotonic()
        rest, status = proxy.end()
        require(status == 128 + signal.SIGKILL and rest == b"", f"{rest!r} {status}")
        require(gone(left, 2), f"left: {left}")
        return f"ended after {time.monotonic() - start:.1f} s"


@case
def a_signal_ends_it():
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        proxy = Proxy("silent")
        proxy.send(call(1))
        time.sleep(0.2)
        proxy.process.send_signal(number)
        require(proxy.process.wait(timeout=5) == 0, "status of a server that ends by itself")
        proxy.end()


@case
def a_missing_command():
    proxy = Proxy("", command=["/no/such/server", "x"])
    rest, status = proxy.end()
    require(status == 127 and rest == b"", f"{rest!r} {status}")
    require('cannot start "/no/such/server": there is no such file' in proxy.stderr(), proxy.stderr())
    folder = Proxy("", command=["/tmp"])
    require(folder.end()[1] in (126, 127), "a folder is no command")


@case
def a_flood_on_standard_error():
    """The server's does not pass through us; ours may be full without holding up messages."""
    proxy = Proxy("flood", stderr=subprocess.DEVNULL)
    proxy.send(call(1))
    require(proxy.message()["result"]["content"][0]["text"] == "done", "no answer")
    require(proxy.end() == (b"", 0), "end")
    reader, writer = os.pipe()
    proxy = Proxy("garbage", stderr=writer)
    os.close(writer)
    for number in range(2000):
        proxy.send(call(number))
        while proxy.id_of_line() != number:
            pass
    os.close(reader)
    require(proxy.end()[1] == 0, "status")


@case
def the_front_stops_listening():
    """Its reading end is closed while the server goes on."""
    proxy = Proxy("rows", flags=("--grace", "300ms"))
    proxy.send(call(1))
    proxy.message()
    proxy.process.stdout.close()
    try:
        proxy.send(*[call(number) for number in range(2, 50)])
    except BrokenPipeError:
        pass
    require(proxy.process.wait(timeout=8) is not None, "it hangs")


@case
def the_server_reads_nothing():
    proxy = Proxy("deaf", flags=("--grace", "300ms"))
    require(proxy.message()["method"] == "ready", "not ready")
    stop = threading.Event()

    def push():
        try:
            while not stop.is_set():
                proxy.send(b'{"jsonrpc":"2.0","method":"x","params":"' + b"x" * 65536 + b'"}\n')
        except (BrokenPipeError, ValueError):
            pass
    writer = threading.Thread(target=push, daemon=True)
    writer.start()
    time.sleep(0.7)
    with open(f"/proc/{proxy.process.pid}/status", encoding="ascii") as file:
        kib = next(int(row.split()[1]) for row in file if row.startswith("VmRSS"))
    require(SANITIZED or kib < 60 << 10, f"{kib} KiB in memory")
    before = cpu_of(proxy.process.pid)
    time.sleep(0.5)
    require(cpu_of(proxy.process.pid) - before < 0.1, "it is busy waiting")
    stop.set()
    proxy.process.send_signal(signal.SIGTERM)
    require(proxy.process.wait(timeout=8) == 128 + signal.SIGTERM, "status")
    return f"{kib} KiB in memory"


def cpu_of(pid):
    with open(f"/proc/{pid}/stat", encoding="ascii") as file:
        fields = file.read().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def main():
    global LACONIC, SANITIZED
    LACONIC = str(pathlib.Path(sys.argv[1]).resolve())
    SANITIZED = "--sanitized" in sys.argv
    names = [word for word in sys.argv[2:] if word and word != "--sanitized"]
    failed = 0
    for name, function in CASES.items():
        if names and name not in names:
            continue
        start = time.monotonic()
        signal.alarm(60)  # the last resort against a case that hangs
        try:
            said = function()
            print(f"ok   {name} ({time.monotonic() - start:.1f} s){': ' + said if said else ''}", flush=True)
        except (AssertionError, subprocess.TimeoutExpired, json.JSONDecodeError, OSError, KeyError, IndexError) as fault:
            failed += 1
            print(f"FAIL {name}: {type(fault).__name__} {fault}", flush=True)
        signal.alarm(0)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
