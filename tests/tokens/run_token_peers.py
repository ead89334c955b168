#!/usr/bin/env python3
# run_token_peers.py - our tokens against those of the npm package tiktoken.
"""usage: run_token_peers.py PEER_TEXTS WORK [--texts 100000]

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


def install(work):
    for tool in ("node", "npm"):
        if not shutil.which(tool):
            not_run(f"{tool} is not installed")
    work.mkdir(parents=True, exist_ok=True)
    for name in ("package.json", "package-lock.json", "tiktoken_answers.mjs"):
        shutil.copy(HERE / name, work / name)
    done = subprocess.run(["npm", "ci", "--no-audit", "--no-fund"], cwd=work, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        print(done.stdout[-2000:], done.stderr[-2000:])
        not_run("npm ci could not install the package")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", type=pathlib.Path)
    parser.add_argument("work", type=pathlib.Path)
    parser.add_argument("--texts", type=int, default=100000)
    options = parser.parse_args()
    program, work = options.program.resolve(), options.work.resolve()
    install(work)
    texts, answers = work / "texts.bin", work / "answers.bin"
    for command in ([program, "emit", str(options.texts), texts],
                    ["node", work / "tiktoken_answers.mjs", texts, answers],
                    [program, "judge", texts, answers]):
        code = subprocess.run(command, cwd=work, check=False).returncode
        if code != 0:
            return code
    texts.unlink()
    answers.unlink()
    return 0


if __name__ == "__main__":
    sys.exit(main())
