#!/usr/bin/env python3
# formats_report.py - measures every lossless format beside npm's libraries and writes the tables.
"""Runs `laconic bench` and npm's libraries of TOON, TRON, YAML and MessagePack on the same
documents, in rounds, after every answer was checked; then counts the tokens of all formats on the
datasets of the TOON benchmark.

usage: formats_report.py --build build/release [--rounds 3] [--seconds 0.1] [--write docs/benchmarks.md]

Without --write the report goes to standard output. Peers that cannot be installed (no npm, no
network) and datasets that are not there are reported as not run.
"""
import argparse
import datetime
import json
import os
import pathlib
import shutil
import statistics
import subprocess
import sys

from report import ROOT, commit, compiler, load, machine, run, say, table

BEGIN, END = "<!-- formats:begin -->", "<!-- formats:end -->"
# The last is the array of the first, which formats of tables and of lines hold as well.
DATASETS = ["employees_2000", "orders_2000", "events_2000", "rows_2000"]
ENCODINGS = ["o200k_base", "cl100k_base"]
SHARED = ROOT.parent / "shared/data/toon-bench"
TOON_LIMIT, PEER_GOAL = 1.5, 20


def write_documents(build):
    data = build / "bench-data"
    data.mkdir(exist_ok=True)
    run(build / "bench/write_datasets", data)
    (rows,) = load(data / "employees_2000.json").values()
    (data / "rows_2000.json").write_text(json.dumps(rows, separators=(",", ":"), ensure_ascii=False), encoding="utf-8")
    return [data / f"{name}.json" for name in DATASETS]


def formats_of(laconic):
    """The lossless formats of documents, as `laconic formats` lists them."""
    listed = json.loads(run(laconic, "formats", "--json"))["formats"]
    return [row["name"] for row in listed if row["lossless"] and not row["graph"]]


def install_peer(build):
    """(command, why not)"""
    folder = build / "bench-peers/formats-node"
    shutil.copytree(ROOT / "bench/peers/formats-node", folder, dirs_exist_ok=True)
    if not shutil.which("npm"):
        return None, "npm is not installed"
    install = ["npm", "ci", "--no-audit", "--no-fund"]
    done = subprocess.run(install, cwd=folder, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        say(done.stdout[-2000:] + done.stderr[-2000:])
        return None, f"{' '.join(install)} failed"
    return ["node", folder / "formats_node.mjs"], ""


def check_answers(laconic, formats, peer, documents, work):
    """Every text must say what the document says. Returns {(format, dataset): bytes of text}."""
    sizes = {}
    answers = json.loads(run(*peer, 0.001, work, *documents)) if peer else {"versions": {}}
    for document in documents:
        value = load(document)

        def same(text, who, name=document.stem, expected=value):
            if json.loads(text) != expected:
                sys.exit(f"formats_report: {who} changed the value of {name}")

        for form in formats:
            target = work / f"{document.stem}.laconic.{form}"
            done = subprocess.run([laconic, "encode", "--to", form, "--output", target, document],
                                  capture_output=True, text=True, check=False)
            if done.returncode != 0:
                if "not_representable" not in done.stderr:
                    sys.exit(f"formats_report: {form}: {done.stderr}")
                continue
            same(run(laconic, "decode", "--from", form, target), f"laconic ({form})")
            sizes[form, document.stem] = target.stat().st_size
        for form, package in answers["versions"].items():
            same((work / f"{document.stem}.{form}.json").read_text(encoding="utf-8"), package)
            same(run(laconic, "decode", "--from", form, work / f"{document.stem}.{form}"), f"laconic reading {package}")
    return sizes, answers


def measure(laconic, peer, documents, work, rounds, seconds):
    """{(who, format, op, dataset): [MB/s of JSON, the best run of each round]}"""
    speeds = {}
    for number in range(rounds):
        say(f"formats_report: round {number + 1} of {rounds}")
        for document in documents:
            # One document at a time, so that what slows the machine down slows both.
            for row in json.loads(run(laconic, "bench", "--json", "--min-time", seconds, document))["rows"]:
                speeds.setdefault(("laconic", row["format"], row["op"], document.stem), []).append(row["mb_per_s_best"])
            if not peer:
                continue
            for row in json.loads(run(*peer, seconds, work, document))["rows"]:
                speeds.setdefault(("npm", row["format"], row["op"], document.stem), []).append(
                    document.stat().st_size / row["best"] / 1e6)
    return speeds


class Speeds:
    def __init__(self, speeds, formats):
        self.speeds, self.formats = speeds, formats

    def best(self, *key):
        return max(self.speeds[key]) if key in self.speeds else None

    def cell(self, *key):
        if key not in self.speeds:
            return "-"
        best, median = max(self.speeds[key]), statistics.median(self.speeds[key])
        digits = 0 if best >= 100 else 1
        return f"{best:,.{digits}f} ({median:,.{digits}f})"

    def ratio(self, above, below, judge=None):
        if above is None or below is None:
            return "-", None
        value = above / below
        return f"{value:.{2 if value < 10 else 1}f}" + ("" if judge is None else " yes" if judge(value) else " **no**"), value

    def table(self, dataset):
        rows = []
        for form in self.formats:
            row = [form]
            for op in ("encode", "decode"):
                ours, theirs = self.best("laconic", form, op, dataset), self.best("npm", form, op, dataset)
                goal = (lambda value: value >= PEER_GOAL) if form == "toon" else None
                row += [self.cell("laconic", form, op, dataset), self.ratio(self.best("laconic", "gcf", op, dataset), ours)[0],
                        self.cell("npm", form, op, dataset), self.ratio(ours, theirs, goal)[0]]
            rows.append(row)
        return table(["format", "JSON to format", "takes x GCF", "npm", "x npm", "format to JSON", "takes x GCF", "npm", "x npm"], rows)

    def verdict(self):
        """Where TOON is not within its limits."""
        slow, below = [], []
        for dataset in DATASETS:
            for op in ("encode", "decode"):
                ours = self.best("laconic", "toon", op, dataset)
                of_gcf = self.ratio(self.best("laconic", "gcf", op, dataset), ours)[1]
                of_npm = self.ratio(ours, self.best("npm", "toon", op, dataset))[1]
                if of_gcf > TOON_LIMIT:
                    slow.append(f"{op} of {dataset} ({of_gcf:.2f})")
                if of_npm is not None and of_npm < PEER_GOAL:
                    below.append(f"{op} of {dataset} ({of_npm:.1f})")
        return [f"- TOON takes at most {TOON_LIMIT} times the time of GCF: " + ("yes, everywhere." if not slow else
                f"**no** for {', '.join(slow)}; yes everywhere else."),
                f"- TOON is at least {PEER_GOAL} times as fast as @toon-format/toon: " + ("yes, everywhere." if not below else
                f"**no** for {', '.join(below)}; yes everywhere else.")]


def auto_of(laconic, path, encoding):
    """(tokens, name) of what --to auto writes."""
    done = subprocess.run([laconic, "encode", "--to", "auto", "--explain", "--tokenizer", encoding, path],
                          capture_output=True, text=True, check=True)
    name = done.stderr.split("\n", 1)[0].rsplit(": ", 1)[1]
    rows = [line.split() for line in done.stderr.split("\n")[1:]]
    return next(int(row[2].replace(",", "")) for row in rows if row and row[0] == name), name


def token_table(laconic, paths, encoding, total):
    answer = json.loads(run(laconic, "compare", "--json", "--tokenizer", encoding, *paths))["files"]
    names = [pathlib.Path(file["file"]).stem for file in answer]
    formats = [row["format"] for row in answer[0]["rows"]]
    counts = {(row["format"], name): (row["tokens"][encoding], row["lossless"])
              for name, file in zip(names, answer) for row in file["rows"] if "tokens" in row}
    # Of the formats that promise to be lossless; csv and tsv are exact on some tables only.
    promised = [form for form in formats if form not in ("csv", "tsv", "md-table", "md-kv")]
    best = {name: min(counts[form, name][0] for form in promised if (form, name) in counts) for name in names}
    chosen = {name: auto_of(laconic, path, encoding) for name, path in zip(names, paths)}
    lines = []

    def cell(tokens, base, mark=False):
        text = f"{tokens:,} ({100 * (tokens / base - 1):+.1f} %)"
        return f"**{text}**" if mark else text

    base = {name: counts["json", name][0] for name in names}
    for form in formats:
        row = [form if form in promised else f"{form} (lossy)"]
        for name in names:
            found = counts.get((form, name))
            row.append("-" if found is None else cell(found[0], base[name], form in promised and found[0] == best[name]))
        if total:
            whole = [counts.get((form, name), (None,))[0] for name in names]
            row.append("-" if None in whole else cell(sum(whole), sum(base.values())))
        lines.append(row)
    for name, (tokens, form) in chosen.items():
        if tokens > best[name]:
            sys.exit(f"formats_report: auto takes {tokens} tokens for {name}, not {best[name]}")
    last = ["auto", *(f"{cell(tokens, base[name])}, {form}" for name, (tokens, form) in chosen.items())]
    if total:
        last.append(cell(sum(tokens for tokens, _ in chosen.values()), sum(base.values())))
    return table(["format", *names, *(["all"] if total else [])], [*lines, last])


def tokens(laconic, work):
    head = ["## Tokens of the TOON benchmark's datasets", ""]
    if not SHARED.is_dir():
        return [*head, f"NOT RUN: the datasets of the TOON benchmark are not in {SHARED.name}."]
    files = sorted(SHARED.glob("*.json"))
    arrays = []
    for name in ("analytics", "github", "tabular"):
        (rows,) = load(SHARED / f"{name}.json").values()
        arrays.append(work / f"{name}.json")
        arrays[-1].write_text(json.dumps(rows, separators=(",", ":"), ensure_ascii=False), encoding="utf-8")
    lines = [*head, "Tokens of each format's text, in brackets the change against **minified JSON**; the fewest of the lossless formats are",
             "bold, a dash means that the format cannot hold the document and says so. The last row is what `laconic encode --to auto`",
             "writes, and which format that is. `laconic compare --json --tokenizer o200k_base ../shared/data/toon-bench/*.json`", ""]
    for encoding in ENCODINGS:
        lines += [f"{encoding}:", "", *token_table(laconic, files, encoding, True), ""]
    return [*lines, "The tables of three of them without the object around, which formats of tables can hold (o200k_base):", "",
            *token_table(laconic, arrays, "o200k_base", False)]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", type=pathlib.Path, default=ROOT / "build/release")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--seconds", type=float, default=0.1, help="least time per row and round")
    parser.add_argument("--write", type=pathlib.Path, help="replace what is between the markers of this file")
    options = parser.parse_args()
    build = options.build.resolve()
    laconic, work = build / "laconic", build / "bench-formats"
    work.mkdir(exist_ok=True)
    load_before = os.getloadavg()[0]
    documents = write_documents(build)
    formats = formats_of(laconic)
    say("formats_report: installing the peers")
    peer, why_not = install_peer(build)
    say("formats_report: checking answers")
    sizes, answers = check_answers(laconic, formats, peer, documents, work)
    speeds = Speeds(measure(laconic, peer, documents, work, options.rounds, options.seconds), formats)
    peers = f"{', '.join(answers['versions'].values())}; node {answers['node']}" if peer else f"NOT RUN, {why_not}"
    lines = [
        "## Formats side by side", "",
        f"- machine: {machine()}; load average before the run {load_before:.1f}",
        f"- compiler: {compiler(build)}", f"- commit: {commit()}",
        f"- date: {datetime.datetime.now(datetime.timezone.utc):%Y-%m-%d}",
        f"- command: `make bench` (`bench/formats_report.py --rounds {options.rounds} --seconds {options.seconds:g}`)",
        f"- npm: {peers}",
        *speeds.verdict(), "",
        "JSON text to the format's text, and back to JSON text: MB/s of the minified JSON on one thread, the best run, then the",
        "median of the rounds' best in brackets. *takes x GCF* is the time against GCF in the same run; *x npm* how many times as",
        "fast as the npm library. All answers are checked first, and laconic reads what the npm libraries write.", "",
    ]
    for document in documents:
        parts = ", ".join(f"{form} {sizes[form, document.stem]:,}" for form in formats if (form, document.stem) in sizes)
        lines += [f"{document.stem}, bytes: {parts}", "", *speeds.table(document.stem), ""]
    lines += tokens(laconic, work)
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
    say(f"formats_report: wrote {options.write}")


if __name__ == "__main__":
    main()
