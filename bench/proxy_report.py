#!/usr/bin/env python3
# proxy_report.py - what laconic proxy adds to a call, beside a plain pass-through and a Node relay.
"""Every way to the same server is measured in turn, in rounds, by one client that makes one call
at a time: directly, through a pass-through that looks at nothing, through a relay in Node that
parses and writes every message, and through laconic proxy. The large result differs from call to
call only in its round, so nothing can be remembered; the answer is checked before it is timed.

usage: proxy_report.py --build build/release [--rounds 5] [--calls 3000] [--write docs/benchmarks.md]
"""
import argparse
import datetime
import json
import pathlib
import random
import shutil
import statistics
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
from report import ROOT, commit, compiler, machine, say  # noqa: E402

BEGIN, END = "<!-- bench-proxy:begin -->", "<!-- bench-proxy:end -->"


def large_result(seed):
    """A graph as server-memory prints it, about 100 KB."""
    chance = random.Random(seed)
    entities = [{"name": f"entity {i}", "entityType": chance.choice(["person", "place", "thing"]),
                 "observations": [f"note {chance.randint(0, 9999)} about {i}" for _ in range(2)]} for i in range(420)]
    relations = [{"from": f"entity {chance.randrange(420)}", "to": f"entity {chance.randrange(420)}",
                  "relationType": "knows"} for _ in range(330)]
    return json.dumps({"entities": entities, "relations": relations}, indent=2)


def check(laconic, server, path):
    """The proxy's answer says what the server's says."""
    calls = [{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "echo", "arguments": {}}}]
    text = "".join(json.dumps(call, separators=(",", ":")) + "\n" for call in calls)
    done = subprocess.run([laconic, "proxy", "--", server, path], input=text, capture_output=True, text=True, check=True)
    sent = json.loads(done.stdout)["result"]["content"][0]["text"]
    back = subprocess.run([laconic, "decode"], input=sent, capture_output=True, text=True, check=True).stdout
    if json.loads(back) != json.loads(path.read_text(encoding="utf-8")):
        sys.exit("proxy_report: the proxy changed the result")
    if len(sent) >= path.stat().st_size:
        sys.exit("proxy_report: the proxy left the result as it was")


def drive(driver, calls, command):
    done = subprocess.run([str(part) for part in [driver, calls, *command]], capture_output=True, text=True, check=False)
    if done.returncode != 0:
        sys.exit(f"proxy_report: {' '.join(map(str, command))} failed\n{done.stderr[-2000:]}")
    return json.loads(done.stdout)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", type=pathlib.Path, default=ROOT / "build/release")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--calls", type=int, default=3000, help="small calls per round; a tenth as many large ones")
    parser.add_argument("--write", type=pathlib.Path, help="replace what is between the markers of this file")
    options = parser.parse_args()
    build = options.build.resolve()
    laconic, bench = build / "laconic", build / "bench"
    server, driver = bench / "proxy_server", bench / "proxy_driver"
    work = build / "bench-proxy"
    work.mkdir(exist_ok=True)
    ways = [("directly", []), ("pass-through (C++, looks at nothing)", [bench / "pass_through"])]
    if shutil.which("node"):
        ways.append(("Node relay (parse and stringify)", ["node", ROOT / "bench/peers/proxy-node/relay.mjs"]))
    ways += [("laconic proxy --formats off", [laconic, "proxy", "--formats", "off", "--"]),
             ("laconic proxy, one tokenizer", [laconic, "proxy", "--tokenizers", "o200k_base", "--"]),
             ("laconic proxy", [laconic, "proxy", "--"])]
    rows = {(name, size): [] for name, _ in ways for size in ("small", "large")}
    for turn in range(options.rounds):
        large = work / "large.json"
        large.write_text(large_result(turn), encoding="utf-8")
        check(laconic, server, large)
        for name, way in ways:
            say(f"proxy_report: round {turn + 1} of {options.rounds}, {name}")
            rows[name, "small"].append(drive(driver, options.calls, [*way, server, "small"]))
            rows[name, "large"].append(drive(driver, max(options.calls // 10, 20), [*way, server, large]))

    def best(name, size, value):
        return min(row[value] for row in rows[name, size])

    def middle(name, size, value):
        return statistics.median(row[value] for row in rows[name, size])

    base = {size: middle("pass-through (C++, looks at nothing)", size, "p50_us") for size in ("small", "large")}
    lines = [
        "## The proxy", "",
        f"- machine: {machine()}", f"- compiler: {compiler(build)}", f"- commit: {commit()}",
        f"- date: {datetime.datetime.now(datetime.timezone.utc):%Y-%m-%d}",
        f"- command: `make bench` (`bench/proxy_report.py --rounds {options.rounds} --calls {options.calls}`)", "",
        "Microseconds per call, one call at a time over pipes: the median of each round, then the median of the rounds",
        "(in brackets the best round). `added` is against the pass-through of the same run. The small answer is 81 bytes;",
        f"the large one is {len(large_result(0)):,} bytes of indented JSON, and its way includes reading, writing the",
        "candidates, counting with real tokenizers and reading the winner back. `ready` is the time from the start of the",
        "process to the first answer, `resident` the peak of the proxy's own process on the large calls.", "",
        "| way | small | added | large | added | ready | resident |", "|---|--:|--:|--:|--:|--:|--:|",
    ]
    for name, _ in ways:
        cells = []
        for size in ("small", "large"):
            value = middle(name, size, "p50_us")
            cells += [f"{value:,.0f} ({best(name, size, 'p50_us'):,.0f})",
                      "" if name == "directly" else f"{value - base[size]:+,.0f}"]
        resident = max(row["peak_kib"] for row in rows[name, "large"]) / 1024
        lines.append(f"| {name} | {' | '.join(cells)} | {middle(name, 'small', 'ready_us') / 1000:.1f} ms | {resident:.1f} MB |")
    text = "\n".join([BEGIN, *lines, END])
    if not options.write:
        print(text)
        return
    page = options.write.read_text(encoding="utf-8")
    if BEGIN in page:
        page = page[: page.index(BEGIN)] + text + page[page.index(END) + len(END):]
    else:
        page = page.rstrip("\n") + "\n\n" + text + "\n"
    options.write.write_text(page, encoding="utf-8")
    say(f"proxy_report: wrote {options.write}")


if __name__ == "__main__":
    main()
