#!/usr/bin/env python3
# run_tron_peer.py - our TRON against that of the npm package @tron-format/tron.
"""usage: run_tron_peer.py TRON_PEER_DOCUMENTS WORK [--documents 20000]

Installs the package into WORK by its lockfile. Exit code 77: not run, because npm or the
network is missing; with LACONIC_REQUIRE_FIXTURES=1 that is a failure.
"""
import argparse
import os
import pathlib
import shutil
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent


def not_run(why):
    print(f"NOT RUN: {why}")
    sys.exit(1 if os.environ.get("LACONIC_REQUIRE_FIXTURES") == "1" else 77)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", type=pathlib.Path)
    parser.add_argument("work", type=pathlib.Path)
    parser.add_argument("--documents", type=int, default=20000)
    options = parser.parse_args()
    program, work = options.program.resolve(), options.work.resolve()
    for tool in ("node", "npm"):
        if not shutil.which(tool):
            not_run(f"{tool} is not installed")
    work.mkdir(parents=True, exist_ok=True)
    for name in ("package.json", "package-lock.json", "tron_answers.mjs"):
        shutil.copy(HERE / name, work / name)
    done = subprocess.run(["npm", "ci", "--no-audit", "--no-fund"], cwd=work, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        print(done.stdout[-2000:], done.stderr[-2000:])
        not_run("npm ci could not install the package")
    questions, answers = work / "questions.ndjson", work / "answers.ndjson"
    for command in ([program, "emit", str(options.documents), questions],
                    ["node", work / "tron_answers.mjs", questions, answers],
                    [program, "judge", questions, answers]):
        code = subprocess.run(command, cwd=work, check=False).returncode
        if code != 0:
            return code
    return 0


if __name__ == "__main__":
    sys.exit(main())
