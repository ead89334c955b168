#!/usr/bin/env python3
# check_datasets.py - token counts of the TOON benchmark's datasets, which are exact, and auto.
"""usage: check_datasets.py LACONIC FOLDER

Compares counts of minified JSON with those of tiktoken, and those of GCF and TOON with what the
reference libraries give; then checks that --to auto is never above the best single format.
Exit code 77: not run, because the datasets are not there; with LACONIC_REQUIRE_FIXTURES=1 that
is a failure.
"""
import json
import os
import pathlib
import subprocess
import sys

# dataset: minified JSON in cl100k_base and o200k_base, TOON 4.4 and GCF 3.5 in o200k_base
EXPECTED = {
    "analytics": (14210, 14211, 9115, 8392),
    "event-logs": (124196, 128529, 154084, 95226),
    "github": (11509, 11640, 8937, 8794),
    "keyed": (14680, 15635, 10503, 10156),
    "nested-config": (550, 552, 589, 646),
    "nested-group": (46509, 46791, 26726, 26805),
    "nested": (68368, 68944, 72832, 49931),
    "tabular": (79758, 79057, 49978, 49072),
}
# Formats that can hold each of the datasets.
ALWAYS = {"json", "json-pretty", "gcf", "gcf-compact", "toon", "tron", "jton", "yaml"}


def run(*command, text=None):
    return subprocess.run([str(part) for part in command], input=text, capture_output=True, text=True, check=True)


def main():
    laconic, folder = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2])
    if not folder.is_dir():
        print("NOT RUN: no ../shared/data/toon-bench")
        return 1 if os.environ.get("LACONIC_REQUIRE_FIXTURES") == "1" else 77
    failures = 0
    for name, (cl100k, o200k, toon, gcf) in EXPECTED.items():
        path = folder / f"{name}.json"
        flags = ["--tokenizer", "cl100k_base", "--tokenizer", "o200k_base"]
        rows = json.loads(run(laconic, "compare", "--json", *flags, path).stdout)["files"][0]["rows"]
        # Not every format can hold every dataset, and auto chooses among lossless ones.
        rows = [row for row in rows if row["lossless"]]
        costs = {row["format"]: row["tokens"] for row in rows}
        old = run(laconic, "encode", "--spec", "3.5", path).stdout
        found = (costs["json"]["cl100k_base"], costs["json"]["o200k_base"], costs["toon"]["o200k_base"],
                 json.loads(run(laconic, "tokens", "--json", text=old).stdout)["files"][0]["tokens"])
        chosen = run(laconic, "encode", "--to", "auto", path).stdout
        # The command ends every text with a line end; only GCF has one of its own.
        text = chosen if chosen.startswith("GCF ") else chosen[:-1]
        tokens = json.loads(run(laconic, "tokens", "--json", text=text).stdout)["files"][0]["tokens"]
        best = min(count["o200k_base"] for count in costs.values())
        back = json.loads(run(laconic, "decode", text=chosen).stdout)
        good = (found == (cl100k, o200k, toon, gcf) and ALWAYS <= costs.keys() and tokens == best
                and back == json.loads(path.read_text(encoding="utf-8")))
        failures += not good
        print(f"{name:14} {found} auto {tokens} {'ok' if good else f'FAILED, expected {(cl100k, o200k, toon, gcf)}, best {best}'}")
    print(f"{len(EXPECTED)} datasets, {failures} failed")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
