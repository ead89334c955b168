#!/usr/bin/env python3
# report.py - measures laconic against its peers in one run and writes the table.
"""Runs every contender on the same data files, in rounds, so that whatever slows the
machine down slows all of them: the C++ contenders (bench_gcf), and the TypeScript and
Rust GCF libraries as child processes. Before anything is timed, every answer is checked.

usage: report.py --build build/release [--rounds 5] [--seconds 0.3] [--write docs/benchmarks.md]

Without --write the report goes to standard output. A peer that cannot be installed
(no npm, no cargo, no network) is reported as not run.
"""
import argparse
import datetime
import json
import os
import pathlib
import platform
import re
import resource
import shutil
import statistics
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
DATASETS = ["employees_2000", "employees_100000", "orders_500", "orders_20000", "events_2000", "events_50000", "config"]
GOALS = ["orders_20000", "employees_100000", "events_50000"]
LINEAR = [("employees_10000", "employees_100000"), ("orders_2000", "orders_20000"), ("events_5000", "events_50000")]
# Streamed rows are flat: the scalar fields of these.
STREAMED = ["employees_2000", "employees_100000", "events_2000", "events_50000"]
STREAMED_FILES = ["employees_100000", "events_50000"]
BEGIN, END = "<!-- bench:begin -->", "<!-- bench:end -->"
REFERENCES = ["typescript", "rust"]
YARDSTICK = ("json_to_json", "simdjson")
TITLES = {
    "json_to_gcf": "JSON text to GCF text",
    "gcf_to_json": "GCF text to JSON text",
    "gcf_to_document_to_json": "GCF text to document to JSON text",
    "json_to_compact_gcf": "JSON text to compact GCF text",
    "json_to_json": "JSON text to JSON text",
    "json_to_document": "JSON text to document",
    "document_to_gcf": "document to GCF text",
    "gcf_to_document": "GCF text to document",
    "document_to_json": "document to JSON text",
}


def say(text):
    print(text, file=sys.stderr, flush=True)


def run(*command, **options):
    done = subprocess.run([str(part) for part in command], capture_output=True, text=True, check=False, **options)
    if done.returncode != 0:
        sys.exit(f"report: {' '.join(map(str, command))} failed\n{done.stdout[-2000:]}{done.stderr[-4000:]}")
    return done.stdout


def load(path):
    with open(path, encoding="utf-8") as file:
        return json.load(file)


class Peer:
    """A GCF library in another language: a command that takes SECONDS FOLDER FILE..."""

    def __init__(self, name, folder):
        self.name, self.folder = name, folder
        self.command = None
        self.version = ""
        self.why_not = ""

    def measure(self, seconds, folder, files):
        folder.mkdir(parents=True, exist_ok=True)
        result = json.loads(run(*self.command, seconds, folder, *files))
        self.version = result["version"]
        return result["rows"]


def install_peers(build):
    """Copies the peers' sources into the build folder and installs what they need there."""
    typescript = Peer("typescript", build / "bench-peers/typescript")
    rust = Peer("rust", build / "bench-peers/rust")
    shutil.copytree(ROOT / "bench/peers/typescript", typescript.folder, dirs_exist_ok=True)
    shutil.copytree(ROOT / "bench/peers/rust", rust.folder, dirs_exist_ok=True)

    def attempt(peer, tool, install, command):
        if not shutil.which(tool):
            peer.why_not = f"{tool} is not installed"
            return
        done = subprocess.run(install, cwd=peer.folder, capture_output=True, text=True, check=False)
        if done.returncode != 0:
            peer.why_not = f"{' '.join(install)} failed"
            say(done.stdout[-2000:] + done.stderr[-2000:])
            return
        peer.command = command

    attempt(typescript, "npm", ["npm", "ci", "--no-audit", "--no-fund"],
            ["node", typescript.folder / "bench_typescript.mjs"])
    attempt(rust, "cargo", ["cargo", "build", "--release", "--quiet"], [rust.folder / "target/release/bench_rust"])
    return [typescript, rust]


def check_answers(laconic, data, work, peers):
    """Every contender's text must decode to the value of the input. Returns the sizes."""
    sizes = {}
    for peer in peers:
        if peer.command:
            peer.measure(0.001, work / peer.name, [data / f"{name}.json" for name in DATASETS])
    for name in DATASETS:
        source = data / f"{name}.json"
        value = load(source)

        def same(text, who):
            if json.loads(text) != value:
                sys.exit(f"report: {who} changed the value of {name}")

        texts = {}
        for form, flags in {"gcf": [], "gcf35": ["--spec", "3.5"], "compact": ["--layout", "compact"]}.items():
            texts[form] = work / f"{name}.{form}"
            run(laconic, "encode", *flags, "--output", texts[form], source)
            same(run(laconic, "decode", texts[form]), f"laconic ({form})")
        identical = []
        for peer in peers:
            if not peer.command:
                continue
            answer = work / peer.name / f"{name}.gcf"
            same((work / peer.name / f"{name}.json").read_text(encoding="utf-8"), peer.name)
            same(run(laconic, "decode", answer), f"laconic reading {peer.name}")
            if answer.read_bytes() in (texts["gcf"].read_bytes(), texts["gcf35"].read_bytes()):
                identical.append(peer.name)
        sizes[name] = {"json": source.stat().st_size, "gcf": texts["gcf"].stat().st_size,
                       "compact": texts["compact"].stat().st_size, "identical": identical}
    return sizes


def peak_memory(laconic, arguments, size):
    """The largest resident set of a child, in bytes and as a multiple of `size`."""
    # Linux counts the memory of the process before exec as the child's own, and this one
    # has read large files; a fresh, small interpreter starts the child instead.
    code = ("import resource, subprocess, sys; subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL, check=True); "
            "print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)")
    used = int(run(sys.executable, "-S", "-c", code, laconic, *arguments)) * 1024
    return used, used / size


def processor_time(command, rounds, source):
    """The least user and system time of a command, together, in seconds."""
    times = []
    for _ in range(rounds):
        with open(source, "rb") as file:
            before = resource.getrusage(resource.RUSAGE_CHILDREN)
            subprocess.run([str(part) for part in command], stdin=file, stdout=subprocess.DEVNULL, check=True)
            after = resource.getrusage(resource.RUSAGE_CHILDREN)
        times.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    return min(times)


def measure_commands(laconic, data, work, rounds):
    """{dataset: (bytes of NDJSON, seconds of encode, seconds of stream)}, of the same flat records."""
    results = {}
    for name in STREAMED_FILES:
        (member, records), = load(data / f"{name}.json").items()
        records = [{key: value for key, value in record.items() if not isinstance(value, (dict, list))}
                   for record in records]
        compact = {"separators": (",", ":"), "ensure_ascii": False}
        whole, lines = work / f"{name}.flat.json", work / f"{name}.ndjson"
        whole.write_text(json.dumps({member: records}, **compact), encoding="utf-8")
        lines.write_text("".join(json.dumps(record, **compact) + "\n" for record in records), encoding="utf-8")
        with open(lines, "rb") as file:
            streamed = run(laconic, "stream", "--name", member, stdin=file)
        if json.loads(run(laconic, "decode", "-", input=streamed)) != {member: records}:
            sys.exit(f"report: laconic stream changed the value of {name}")
        results[name] = (lines.stat().st_size, processor_time([laconic, "encode", "-"], rounds, whole),
                         processor_time([laconic, "stream", "--name", member], rounds, lines))
    return results


def measure(bench, peers, data, work, rounds, seconds, sizes):
    """{(task, contender, dataset): [bytes of JSON per second, one per round]}"""
    speeds = {}
    out = work / "bench.json"
    for number in range(rounds):
        say(f"report: round {number + 1} of {rounds}")
        run(bench, f"--benchmark_min_time={seconds}", f"--benchmark_out={out}", "--benchmark_out_format=json")
        for row in load(out)["benchmarks"]:
            task, contender, dataset = row["name"].split("/")
            if row.get("error_occurred"):
                sys.exit(f"report: {row['name']}: {row['error_message']}")
            speeds.setdefault((task, contender, dataset), []).append(row["bytes_per_second"])
        for peer in peers:
            if not peer.command:
                continue
            for row in peer.measure(seconds, work / peer.name, [data / f"{name}.json" for name in DATASETS]):
                key = (row["task"], peer.name, row["dataset"])
                speeds.setdefault(key, []).append(sizes[row["dataset"]]["json"] / row["seconds"])
    return speeds


def machine():
    model = platform.machine()
    try:
        with open("/proc/cpuinfo", encoding="utf-8") as file:
            names = re.findall(r"^(?:model name|Model)\s*:\s*(.+)$", file.read(), re.M)
        if names:
            model = f"{names[0]} ({platform.machine()})"
    except OSError:
        pass
    return f"{model}, {os.cpu_count()} cores"


def compiler(build):
    cache = (build / "CMakeCache.txt").read_text(encoding="utf-8")
    path = re.search(r"^CMAKE_CXX_COMPILER:\w+=(.+)$", cache, re.M)[1]
    kind = re.search(r"^CMAKE_BUILD_TYPE:\w+=(.+)$", cache, re.M)[1]
    lto = re.search(r"^CMAKE_INTERPROCEDURAL_OPTIMIZATION:\w+=ON$", cache, re.M)
    return f"{run(path, '--version').splitlines()[0]}, {kind}{' with link-time optimisation' if lto else ''}"


def commit():
    try:
        name = subprocess.run(["git", "rev-parse", "--short", "HEAD"], cwd=ROOT, capture_output=True, text=True, check=True)
        changed = subprocess.run(["git", "status", "--porcelain", "--", "src", "include", "bench"], cwd=ROOT,
                                 capture_output=True, text=True, check=True)
    except (OSError, subprocess.CalledProcessError):
        return "unknown"
    return name.stdout.strip() + (" with local changes" if changed.stdout else "")


def table(head, rows):
    lines = ["| " + " | ".join(head) + " |", "|" + "---|" + "--:|" * (len(head) - 1)]
    return lines + ["| " + " | ".join(row) + " |" for row in rows]


class Report:
    def __init__(self, speeds, sizes, bytes_of):
        self.speeds, self.sizes, self.bytes_of = speeds, sizes, bytes_of

    def best(self, task, contender, dataset):
        values = self.speeds.get((task, contender, dataset))
        return max(values) if values else None

    def median(self, task, contender, dataset):
        values = self.speeds.get((task, contender, dataset))
        return statistics.median(values) if values else None

    def speed(self, task, contender, dataset):
        if (task, contender, dataset) not in self.speeds:
            return "-"
        best, median = (pick(task, contender, dataset) / 1e6 for pick in (self.best, self.median))
        digits = 0 if best >= 100 else 1
        return f"{best:,.{digits}f} ({median:,.{digits}f})"

    def ratio(self, task, dataset, others):
        """Ours to the fastest of the others, by best and by median; "-" without others."""
        answers = []
        for pick in (self.best, self.median):
            rivals = [pick(other_task, other, dataset) for other_task, other in others]
            rivals = [rival for rival in rivals if rival]
            answers.append(pick(task, "laconic", dataset) / max(rivals) if rivals else None)
        if None in answers:
            return "-", None
        return f"{answers[0]:.2f} ({answers[1]:.2f})", answers[0]

    def headline(self):
        rows = []
        for dataset in DATASETS:
            size = self.sizes[dataset]
            row = [dataset, f"{size['json']:,}", f"{size['gcf']:,}", f"{size['compact']:,}",
                   self.speed(*YARDSTICK, dataset)]
            for task in ("json_to_gcf", "gcf_to_json"):
                row.append(self.speed(task, "laconic", dataset))
                row.append(self.ratio(task, dataset, [YARDSTICK])[0])
                row.append(self.ratio(task, dataset, [(task, name) for name in REFERENCES])[0])
            rows.append(row)
        return table(["dataset", "JSON bytes", "GCF bytes", "compact", "simdjson parse + to_string",
                      "JSON to GCF", "x simdjson", "x fastest GCF library",
                      "GCF to JSON", "x simdjson", "x fastest GCF library"], rows)

    def goals(self, memory):
        rows = []
        for task, yardstick_goal in (("json_to_gcf", 1.5), ("gcf_to_json", 2.0)):
            for others, goal, title in (([YARDSTICK], yardstick_goal, "simdjson parse + to_string"),
                                        ([(task, name) for name in REFERENCES], 10.0, "the fastest GCF library")):
                row = [f"{TITLES[task]}, times {title}", f"at least {goal:g}"]
                for dataset in GOALS:
                    text, value = self.ratio(task, dataset, others)
                    row.append(text if value is None else f"{text} {'yes' if value >= goal else '**no**'}")
                rows.append(row)
        used, factor = memory["encode"]
        rows.append(["peak memory of `laconic encode`, times the input", "at most 5", "",
                     f"{factor:.2f} ({used / 1e6:.0f} MB) {'yes' if factor <= 5 else '**no**'}", ""])
        return table(["goal", "", *GOALS], rows)

    def linearity(self):
        rows = []
        for small, large in LINEAR:
            row = [f"{small} to {large}"]
            for task in ("json_to_gcf", "gcf_to_json"):
                seconds = [self.bytes_of[name] / self.best(task, "laconic", name) for name in (small, large)]
                row.append(f"{seconds[1] / seconds[0]:.1f}")
            rows.append(row)
        return table(["ten times the rows", "JSON to GCF takes x", "GCF to JSON takes x"], rows)

    def streaming(self, commands):
        rows = []
        for dataset in STREAMED:
            buffered = self.best("flat_document_to_gcf", "laconic", dataset)
            row = [dataset, self.speed("flat_document_to_gcf", "laconic", dataset)]
            for task in ("flat_cells_to_stream", "flat_records_to_stream"):
                row += [self.speed(task, "laconic", dataset), f"{buffered / self.best(task, 'laconic', dataset):.2f}"]
            rows.append(row)
        library = table(["dataset", "`gcf::encode`", "`row(cells)`", "takes x", "`row(object)`", "takes x"], rows)
        rows = [[f"{name}, {size:,} bytes of NDJSON", f"{encode * 1e3:.0f}", f"{stream * 1e3:.0f}",
                 f"{stream / encode:.2f}"] for name, (size, encode, stream) in commands.items()]
        return [*library, "", *table(["dataset", "`laconic encode`, ms", "`laconic stream`, ms", "takes x"], rows)]

    def everything(self):
        contenders = ["laconic", "simdjson", "nlohmann", *REFERENCES]
        rows = []
        for task, title in TITLES.items():
            for contender in contenders:
                if any((task, contender, dataset) in self.speeds for dataset in DATASETS):
                    rows.append([f"{title}: {contender}", *(self.speed(task, contender, d) for d in DATASETS)])
        return table(["task and contender", *DATASETS], rows)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", type=pathlib.Path, default=ROOT / "build/release")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=0.3, help="least time per row and round")
    parser.add_argument("--write", type=pathlib.Path, help="replace what is between the markers of this file")
    options = parser.parse_args()
    build = options.build.resolve()
    laconic, bench, writer = build / "laconic", build / "bench/bench_gcf", build / "bench/write_datasets"
    for program in (laconic, bench, writer):
        if not program.exists():
            sys.exit(f"report: {program} is not built; use make bench")
    data, work = build / "bench-data", build / "bench-work"
    data.mkdir(exist_ok=True)
    work.mkdir(exist_ok=True)
    load_before = os.getloadavg()[0]

    run(writer, data)
    say("report: installing the peers")
    peers = install_peers(build)
    say("report: checking answers")
    sizes = check_answers(laconic, data, work, peers)
    speeds = measure(bench, peers, data, work, options.rounds, options.seconds, sizes)
    big = data / "employees_100000.json"
    memory = {"encode": peak_memory(laconic, ["encode", big], big.stat().st_size),
              "decode": peak_memory(laconic, ["decode", work / "employees_100000.gcf"], big.stat().st_size)}

    commands = measure_commands(laconic, data, work, options.rounds)

    report = Report(speeds, sizes, {path.stem: path.stat().st_size for path in data.glob("*.json")})
    versions = [f"{peer.name} GCF library {peer.version}" if peer.command else f"{peer.name}: not run, {peer.why_not}"
                for peer in peers]
    lines = [
        f"- machine: {machine()}; load average before the run {load_before:.1f}",
        f"- compiler: {compiler(build)}",
        f"- commit: {commit()}",
        f"- date: {datetime.datetime.now(datetime.timezone.utc):%Y-%m-%d}",
        f"- command: `make bench` (`bench/report.py --rounds {options.rounds} --seconds {options.seconds:g}`)",
        f"- peers: {'; '.join(versions)}",
        "",
        "Speeds are MB/s of the minified JSON per second of CPU time, one thread: the best of the rounds, then the",
        "median in brackets. Ratios are of the bests, then of the medians.",
        "",
        "## Goals", "",
        *report.goals(memory), "",
        "## Text to text", "",
        *report.headline(), "",
        "## Linearity", "",
        *report.linearity(), "",
        "## Streaming", "",
        "The scalar fields of the records, written at once and row by row: MB/s of their JSON as above, then how many times",
        "the time of `gcf::encode` it takes. Below, user and system time of the command, the best of the rounds. At most twice",
        "the time is the goal.", "",
        *report.streaming(commands), "",
        "## Memory", "",
        "Peak resident memory of the command on employees_100000, as a multiple of the JSON bytes: "
        f"encode {memory['encode'][1]:.2f}, decode {memory['decode'][1]:.2f}.", "",
        "## Everything measured", "",
        *report.everything(),
    ]
    same = {peer.name: [d for d in DATASETS if peer.name in sizes[d]["identical"]] for peer in peers if peer.command}
    for name, equal in same.items():
        lines += ["", f"The {name} library wrote the same bytes as laconic for {len(equal)} of {len(DATASETS)} datasets."]
    text = "\n".join(lines) + "\n"
    if not options.write:
        print(text, end="")
        return 0
    page = options.write.read_text(encoding="utf-8") if options.write.exists() else ""
    if BEGIN not in page or END not in page:
        page = page or ("# Benchmarks\n\nWritten by `make bench`; what the datasets hold is described in bench/data.md. Never compare\n"
                        "numbers of different machines.\n")
        page += f"\n{BEGIN}\n{END}\n"
    head, rest = page.split(BEGIN, 1)
    _, tail = rest.split(END, 1)
    options.write.write_text(f"{head}{BEGIN}\n{text}{END}{tail}", encoding="utf-8")
    say(f"report: wrote {options.write}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
