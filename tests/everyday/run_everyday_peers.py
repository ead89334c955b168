#!/usr/bin/env python3
# run_everyday_peers.py - our YAML, TOML, MessagePack and CBOR before other libraries, and theirs before us.
"""usage: run_everyday_peers.py EVERYDAY_PEER_DOCUMENTS WORK [--documents 5000]

TOML is read by Python's tomllib, the others by npm packages, installed into WORK by their lockfile.
Exit code 77: not run, because npm, tomllib or the network is missing; with LACONIC_REQUIRE_FIXTURES=1
that is a failure.
"""
import argparse
import json
import os
import pathlib
import shutil
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent


def not_run(why):
    print(f"NOT RUN: {why}")
    sys.exit(1 if os.environ.get("LACONIC_REQUIRE_FIXTURES") == "1" else 77)


def check_toml(questions):
    try:
        import tomllib
    except ImportError:
        not_run("this Python has no tomllib")
    texts = wrong = 0
    for line in questions.read_text(encoding="utf-8").split("\n"):
        question = json.loads(line) if line else {"toml": None}
        if question["toml"] is None:
            continue
        texts += 1
        try:
            back = tomllib.loads(question["toml"])
        except tomllib.TOMLDecodeError as fault:
            back = str(fault)
        if back != question["value"]:
            wrong += 1
            if wrong <= 5:
                print(f"toml:\n{question['toml']}\n--- theirs\n{back}\n--- ours\n{question['value']}\n")
    print(f"{texts} TOML texts of ours, {wrong} read otherwise")
    return 0 if wrong == 0 and texts > 0 else 1


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", type=pathlib.Path)
    parser.add_argument("work", type=pathlib.Path)
    parser.add_argument("--documents", type=int, default=5000)
    options = parser.parse_args()
    program, work = options.program.resolve(), options.work.resolve()
    for tool in ("node", "npm"):
        if not shutil.which(tool):
            not_run(f"{tool} is not installed")
    work.mkdir(parents=True, exist_ok=True)
    for name in ("package.json", "package-lock.json", "everyday_answers.mjs"):
        shutil.copy(HERE / name, work / name)
    done = subprocess.run(["npm", "ci", "--no-audit", "--no-fund", "--ignore-scripts", "--omit=optional"], cwd=work,
                          capture_output=True, text=True, check=False)
    if done.returncode != 0:
        print(done.stdout[-2000:], done.stderr[-2000:])
        not_run("npm ci could not install the packages")
    questions, answers = work / "questions.ndjson", work / "answers.ndjson"
    if subprocess.run([program, "emit", str(options.documents), questions], check=False).returncode != 0:
        return 1
    code = check_toml(questions)
    for command in (["node", work / "everyday_answers.mjs", questions, answers], [program, "judge", questions, answers]):
        code = max(code, subprocess.run(command, cwd=work, check=False).returncode)
    return code


if __name__ == "__main__":
    sys.exit(main())
