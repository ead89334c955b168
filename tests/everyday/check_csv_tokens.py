#!/usr/bin/env python3
# check_csv_tokens.py - token counts of CSV and TSV on the flat datasets of the TOON benchmark.
"""usage: check_csv_tokens.py LACONIC FOLDER

Exit code 77: not run, because the datasets are not there; with LACONIC_REQUIRE_FIXTURES=1 that
is a failure.
"""
import json
import os
import pathlib
import subprocess
import sys

# dataset: CSV and TSV in o200k_base
EXPECTED = {"tabular": (45972, 45738), "analytics": (8380, 8378), "github": (8708, 8632)}


def run(*command, text):
    done = subprocess.run([str(part) for part in command], input=text, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        print(done.stderr)
    return done.stdout


def main():
    laconic, folder = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2])
    if not folder.is_dir():
        print("NOT RUN: no ../shared/data/toon-bench")
        return 1 if os.environ.get("LACONIC_REQUIRE_FIXTURES") == "1" else 77
    failures = 0
    for name, expected in EXPECTED.items():
        # The datasets hold their table in a member, which CSV cannot keep.
        (table,) = json.loads((folder / f"{name}.json").read_text(encoding="utf-8")).values()
        found = []
        for form in ("csv", "tsv", "csv-typed"):
            text = run(laconic, "encode", "--to", form, text=json.dumps(table, ensure_ascii=False))
            if json.loads(run(laconic, "decode", "--from", form, text=text)) != table:
                print(f"{name} does not come back from {form}")
                failures += 1
            # The command ends every text with a line end that is none of its own.
            counted = run(laconic, "tokens", "--json", text=text[:-1])
            found.append(json.loads(counted)["files"][0]["tokens"])
        good = tuple(found[:2]) == expected
        failures += not good
        print(f"{name:10} csv, tsv, csv-typed {found} {'ok' if good else f'FAILED, expected {expected}'}")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
