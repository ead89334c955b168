#!/usr/bin/env python3
# tokens_report.py - measures token counting against other tokenizers and writes the tables.
"""Runs laconic, the Rust crates bpe, tiktoken and tiktoken-rs, and the npm package tiktoken on
the same texts, in rounds. All must agree on every count before a number is printed.

usage: tokens_report.py --build build/release [--rounds 5] [--seconds 0.3] [--write docs/benchmarks.md]

The texts: three datasets as minified JSON and as GCF, and prose (the licence texts that
Debian installs in every system). A peer that cannot be installed is reported as not run.
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
import time

from report import ROOT, commit, compiler, machine, run, say, table

BEGIN, END = "<!-- tokens:begin -->", "<!-- tokens:end -->"
DATASETS = ["employees_2000", "orders_500", "events_2000"]
LICENCES = ["GPL-2", "GPL-3", "LGPL-2.1", "GFDL-1.3", "Apache-2.0", "MPL-2.0"]
ENCODINGS = ["o200k_base", "cl100k_base"]
GOALS = {"rust bpe": 5, "npm tiktoken": 20}


def write_texts(build, laconic):
    data, work = build / "bench-data", build / "bench-tokens"
    data.mkdir(exist_ok=True)
    work.mkdir(exist_ok=True)
    run(build / "bench/write_datasets", data)
    texts = []
    for name in DATASETS:
        texts.append(work / f"{name}.json")
        shutil.copy(data / f"{name}.json", texts[-1])
        texts.append(work / f"{name}.gcf")
        run(laconic, "encode", "--output", texts[-1], data / f"{name}.json")
    prose = work / "prose.txt"
    licences = [pathlib.Path("/usr/share/common-licenses") / name for name in LICENCES]
    if not all(path.exists() for path in licences):
        sys.exit("tokens_report: the licence texts of Debian's base-files are missing")
    prose.write_text("\n".join(path.read_text(encoding="utf-8") for path in licences), encoding="utf-8")
    return [*texts, prose]


def contenders(build):
    """(name, command, why not)"""
    node, rust = build / "bench-peers/tokens-node", build / "bench-peers/tokens-rust"
    shutil.copytree(ROOT / "bench/peers/tokens-node", node, dirs_exist_ok=True)
    shutil.copytree(ROOT / "bench/peers/tokens-rust", rust, dirs_exist_ok=True)
    programs = [("laconic", [build / "bench/count_tokens"], "")]
    for name, folder, tool, install, command in (
        ("rust", rust, "cargo", ["cargo", "build", "--release", "--quiet"], [rust / "target/release/tokens_rust"]),
        ("node", node, "npm", ["npm", "ci", "--no-audit", "--no-fund"], ["node", node / "tokens_node.mjs"]),
    ):
        if not shutil.which(tool):
            programs.append((name, None, f"{tool} is not installed"))
            continue
        done = subprocess.run(install, cwd=folder, capture_output=True, text=True, check=False)
        if done.returncode != 0:
            say(done.stdout[-2000:] + done.stderr[-2000:])
            programs.append((name, None, f"{' '.join(install)} failed"))
        else:
            programs.append((name, command, ""))
    return programs


def measure(programs, texts, rounds, seconds):
    """{(contender, encoding, file): [bytes per second]} and {(encoding, file): tokens}"""
    speeds, tokens = {}, {}
    for number in range(rounds):
        say(f"tokens_report: round {number + 1} of {rounds}")
        for _, command, _ in programs:
            if command is None:
                continue
            for row in json.loads(run(*command, seconds, *texts))["rows"]:
                place = (row["encoding"], row["file"])
                if tokens.setdefault(place, row["tokens"]) != row["tokens"]:
                    sys.exit(f"tokens_report: {row['contender']} counts {row['tokens']} in {place}, not {tokens[place]}")
                size = next(text.stat().st_size for text in texts if text.name == row["file"])
                speeds.setdefault((row["contender"], *place), []).append(size / row["seconds"])
    return speeds, tokens


def speed_table(speeds, tokens, texts, encoding):
    names = list(dict.fromkeys(name for name, *_ in speeds))
    rows = []
    for text in texts:
        row = [text.name, f"{text.stat().st_size:,}", f"{tokens[encoding, text.name]:,}"]
        for name in names:
            values = speeds[name, encoding, text.name]
            row.append(f"{max(values) / 1e6:,.1f} ({statistics.median(values) / 1e6:,.1f})")
        for name, goal in GOALS.items():
            if name in names:
                pairs = [pick(speeds["laconic", encoding, text.name]) / pick(speeds[name, encoding, text.name])
                         for pick in (max, statistics.median)]
                row.append(f"{pairs[0]:.1f} ({pairs[1]:.1f}) {'yes' if pairs[0] >= goal else '**no**'}")
        rows.append(row)
    goals = [f"x {name}, at least {goal}" for name, goal in GOALS.items() if name in names]
    return table(["text", "bytes", "tokens", *names, *goals], rows)


def seconds_of(command, runs):
    """The middle one of the wall times of a command, in milliseconds."""
    times = []
    for _ in range(runs):
        start = time.perf_counter()
        subprocess.run(command, stdout=subprocess.DEVNULL, check=True)
        times.append(time.perf_counter() - start)
    return statistics.median(times) * 1000


def start_up(laconic, work):
    text = work / "start.json"
    text.write_bytes((work / "employees_2000.json").read_bytes()[:5000])
    empty = work / "empty"
    (work / "empty.c").write_text("int main(void) { return 0; }\n", encoding="ascii")
    run("cc", "-O2", "-o", empty, work / "empty.c")
    count, nothing = seconds_of([laconic, "tokens", text], 300), seconds_of([empty], 300)
    return (f"`laconic tokens` on 5,000 bytes of JSON takes {count:.2f} ms from start to end, an empty program "
            f"{nothing:.2f} ms: {count / nothing:.1f} times (at most 10).")


def hostile(laconic, work):
    generator = random.Random(5)
    letters = "".join(generator.choice("abcdefghijklmnopqrstuvwxyz") for _ in range(1 << 20))
    random_bytes = "".join(chr(generator.randrange(1, 128)) for _ in range(1 << 20))
    known = [*range(0xA0, 0xD7FF), *range(0xE000, 0x10FFFF)]
    points = "".join(chr(point) for point in generator.choices(known, k=1 << 18))
    rows = []
    for title, text in (("one letter", "a" * (1 << 20)), ("spaces", " " * (1 << 20)), ("random letters", letters),
                        ("random bytes (ASCII)", random_bytes), ("random code points", points)):
        path = work / "hostile.txt"
        path.write_text(text, encoding="utf-8", newline="")
        count = json.loads(run(laconic, "tokens", "--json", path))["files"][0]
        rows.append([title, f"{count['bytes']:,}", f"{count['tokens']:,}", f"{seconds_of([laconic, 'tokens', path], 5):.0f}"])
    return table(["text", "bytes", "tokens", "milliseconds, whole process"], rows)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", type=pathlib.Path, default=ROOT / "build/release")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=0.3, help="least time per row and round")
    parser.add_argument("--write", type=pathlib.Path, help="replace what is between the markers of this file")
    options = parser.parse_args()
    build = options.build.resolve()
    laconic = build / "laconic"
    texts = write_texts(build, laconic)
    say("tokens_report: installing the peers")
    programs = contenders(build)
    speeds, tokens = measure(programs, texts, options.rounds, options.seconds)
    not_run = [f"- {name}: NOT RUN, {why}" for name, command, why in programs if command is None]
    lines = [
        "## Counting tokens", "",
        f"- machine: {machine()}", f"- compiler: {compiler(build)}", f"- commit: {commit()}",
        f"- date: {datetime.datetime.now(datetime.timezone.utc):%Y-%m-%d}",
        f"- command: `make bench` (`bench/tokens_report.py --rounds {options.rounds} --seconds {options.seconds:g}`)",
        "- peers: crates bpe-openai 0.3.2 (bpe), tiktoken 4.1.2, tiktoken-rs 0.12.1; npm tiktoken 1.0.22", *not_run, "",
        "MB/s of text per second of CPU time, one thread: the best of the rounds, then the median in brackets.",
        "All contenders agree on every count. laconic keeps nothing from one count to the next.", "",
    ]
    for encoding in ENCODINGS:
        lines += [f"{encoding}:", "", *speed_table(speeds, tokens, texts, encoding), ""]
    lines += [start_up(laconic, build / "bench-tokens"), "", "A megabyte of what is hard to tokenize (o200k_base):", "",
              *hostile(laconic, build / "bench-tokens")]
    text = "\n".join([BEGIN, *lines, END])
    if not options.write:
        print(text)
        return
    page = options.write.read_text(encoding="utf-8")
    if BEGIN in page:
        page = page[: page.index(BEGIN)] + text + page[page.index(END) + len(END) :]
    else:
        page = page.rstrip("\n") + "\n\n" + text + "\n"
    options.write.write_text(page, encoding="utf-8")
    say(f"tokens_report: wrote {options.write}")


if __name__ == "__main__":
    main()
