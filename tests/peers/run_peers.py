#!/usr/bin/env python3
# run_peers.py - runs the differential tests against the npm package @blackwell-systems/gcf.
"""usage: run_peers.py documents|graphs PROGRAM WORK [--count N] [--first 1]

Installs the package into WORK by its lockfile, lets PROGRAM make documents (or cases of
graphs, sessions and deltas, N per operation), asks the package about them, and lets PROGRAM
judge, until every difference is explained by one of the classes of known_differences.md. A
class that explains nothing is a failure too. Exit code 77: not run, because npm or the
network is missing; with LACONIC_REQUIRE_FIXTURES=1 that is a failure.
"""
import argparse
import os
import pathlib
import re
import shutil
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
# How the package is asked, how often, and which part of known_differences.md is about it.
SUITES = {
    "documents": ("peer_answers.mjs", 20000, "Documents"),
    "graphs": ("peer_graph_answers.mjs", 6000, "Graphs, sessions, deltas, roots"),
}


def not_run(why):
    print(f"NOT RUN: {why}")
    sys.exit(1 if os.environ.get("LACONIC_REQUIRE_FIXTURES") == "1" else 77)


def call(*command, cwd=None):
    return subprocess.run([str(part) for part in command], cwd=cwd, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          text=True, check=False)


def must(*command, cwd=None):
    done = call(*command, cwd=cwd)
    if done.returncode != 0:
        sys.exit(f"{done.stdout[-8000:]}\nrun_peers: {command[0]} failed with {done.returncode}")
    return done.stdout


def install(work):
    """`npm ci` into the work folder, unless what the lockfile names is already there."""
    for tool in ("node", "npm"):
        if not shutil.which(tool):
            not_run(f"{tool} is not installed")
    work.mkdir(parents=True, exist_ok=True)
    lock = (HERE / "package-lock.json").read_bytes()
    stamp = work / "installed-lock.json"
    for name in ("package.json", "package-lock.json", *(suite[0] for suite in SUITES.values())):
        shutil.copy(HERE / name, work / name)
    if stamp.exists() and stamp.read_bytes() == lock:
        return
    done = call("npm", "ci", "--no-audit", "--no-fund", cwd=work)
    if done.returncode != 0:
        print(done.stdout[-4000:])
        not_run("npm ci could not install the package")
    stamp.write_bytes(lock)


def check_documented(part, classes):
    """Every class is a heading of its part of known_differences.md, and every heading is a class."""
    text = (HERE / "known_differences.md").read_text(encoding="utf-8")
    parts = dict(re.findall(r"^## (.*)\n((?:(?!## ).*\n)*)", text, re.M))
    headings = re.findall(r"^### (\S+)$", parts.get(part, ""), re.M)
    if sorted(headings) != sorted(classes):
        sys.exit(f"run_peers: these are in known_differences.md or in the test, but not in both: "
                 f"{sorted(set(headings) ^ set(classes))}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("suite", choices=SUITES)
    parser.add_argument("program", type=pathlib.Path)
    parser.add_argument("work", type=pathlib.Path)
    parser.add_argument("--count", type=int)
    parser.add_argument("--first", type=int, default=1)
    options = parser.parse_args()
    program, work = options.program.resolve(), options.work.resolve()
    script, count, part = SUITES[options.suite]
    classes = must(program, "classes").split()
    check_documented(part, classes)
    install(work)

    questions = work / f"{options.suite}-questions-0.ndjson"
    must(program, "emit", options.first, options.count or count, questions)
    with questions.open("rb") as lines:
        asked = sum(1 for _ in lines)
    explained = dict.fromkeys(classes, 0)
    agreed_at_once, failures, rounds = None, 0, 0
    # Each round takes one class away from each document that still differs.
    while questions.stat().st_size > 0:
        rounds += 1
        if rounds > len(classes) + 1:
            sys.exit("run_peers: the differences do not come to an end")
        answers = work / f"{options.suite}-answers-{rounds}.ndjson"
        following = work / f"{options.suite}-questions-{rounds}.ndjson"
        must("node", work / script, questions, answers, cwd=work)
        done = call(program, "judge", questions, answers, following)
        summary = re.search(r"^(\d+) documents, (\d+) agree, (\d+) unexplained$", done.stdout, re.M)
        if summary is None:
            sys.exit(f"{done.stdout[-8000:]}\nrun_peers: judging failed with {done.returncode}")
        if done.returncode != 0:
            print(done.stdout)
        if agreed_at_once is None:
            if int(summary[1]) != asked:
                sys.exit(f"run_peers: {summary[1]} documents were judged instead of {asked}")
            agreed_at_once = int(summary[2])
            for name, times in re.findall(r"^operation (\S+) (\d+)$", done.stdout, re.M):
                print(f"{name:32} {times:>7} cases")
        failures += int(summary[3])
        for name, times in re.findall(r"^explained (\S+) (\d+)$", done.stdout, re.M):
            explained[name] += int(times)
        questions = following

    print(f"{asked} documents: {agreed_at_once} agree at once, {sum(explained.values())} once known "
          f"differences are taken away, {failures} unexplained")
    for name in classes:
        note = "" if explained[name] else "   NEVER SEEN: remove it from the list, or make the generator reach it"
        print(f"  {name:32} {explained[name]:7}{note}")
    complete = agreed_at_once + sum(explained.values()) == asked
    return 0 if complete and not failures and all(explained.values()) else 1


if __name__ == "__main__":
    sys.exit(main())
