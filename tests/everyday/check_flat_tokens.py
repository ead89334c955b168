#!/usr/bin/env python3
# check_flat_tokens.py - token counts of the formats for tables on the flat datasets of the TOON benchmark.
"""usage: check_flat_tokens.py LACONIC FOLDER

Counts CSV, TSV and Markdown, checks that what can be read comes back, and that --to auto is not
above any of the formats that promise to be lossless. Exit code 77: not run, because the datasets are not there; with
LACONIC_REQUIRE_FIXTURES=1 that is a failure.
"""
import json
import os
import pathlib
import subprocess
import sys

# dataset: o200k_base of the formats below
EXPECTED = {
    "tabular": (45972, 45738, 51071, 56124, 98051),
    "analytics": (8380, 8378, 8755, 10948, 17490),
    "github": (8708, 8632, 8876, 9612, 13113),
}
FORMATS = (["csv"], ["tsv"], ["md-table"], ["md-table", "--set", "spaced=yes"], ["md-kv"])
READABLE = ("csv", "tsv", "csv-typed", "ndjson")


def run(*command, text):
    done = subprocess.run([str(part) for part in command], input=text, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        sys.exit(f"{' '.join(map(str, command))}: {done.stderr}")
    return done.stdout


def main():
    laconic, folder = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2])
    if not folder.is_dir():
        print("NOT RUN: no ../shared/data/toon-bench")
        return 1 if os.environ.get("LACONIC_REQUIRE_FIXTURES") == "1" else 77

    def tokens(text):
        return json.loads(run(laconic, "tokens", "--json", text=text))["files"][0]["tokens"]

    failures = 0
    for name, expected in EXPECTED.items():
        # The datasets hold their table in a member, which CSV cannot keep.
        (table,) = json.loads((folder / f"{name}.json").read_text(encoding="utf-8")).values()
        source = json.dumps(table, ensure_ascii=False)
        for form in READABLE:
            if json.loads(run(laconic, "decode", "--from", form, text=run(laconic, "encode", "--to", form, text=source))) != table:
                print(f"{name} does not come back from {form}")
                failures += 1
        # The command ends every text with a line end that is none of its own.
        found = tuple(tokens(run(laconic, "encode", "--to", *form, text=source)[:-1]) for form in FORMATS)
        rows = json.loads(run(laconic, "compare", "--json", "-", text=source))["files"][0]["rows"]
        # CSV and TSV happen to give these tables back, but promise it of none, so they are not among these.
        kept = {row["format"]: row["tokens"]["o200k_base"] for row in rows if row["lossless"]}
        chosen = run(laconic, "encode", "--to", "auto", text=source)
        text = chosen if chosen.startswith("GCF ") else chosen[:-1]
        best = min(kept.values())
        back = json.loads(run(laconic, "decode", "--from", "gcf" if text is chosen else "csv-typed", text=chosen))
        good = (found == expected and tokens(text) == best and back == table
                and {"csv-typed", "ndjson", "tron", "jton", "gcf-compact"} <= kept.keys() and "csv" not in kept)
        failures += not good
        print(f"{name:10} {found} auto {tokens(text)} {'ok' if good else f'FAILED, expected {expected}, {kept}'}")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
