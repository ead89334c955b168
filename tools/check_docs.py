#!/usr/bin/env python3
# check_docs.py - what the documents name must exist, and every error code must be documented.
"""Checks every .md file of the tree:

  - the target of a relative link exists, and so does the heading behind a #fragment
  - a path below one of the top folders (src/..., docs/..., with * and {a,b}) exists
  - a file name ending in .md exists beside the document, at the top, or in docs/

and that docs/errors.md has, for every code of include/laconic/error.hpp, a line with
both its spelling and its number.

usage: check_docs.py [ROOT]      check the tree
       check_docs.py --self-test build small broken trees and see each rule fail
"""
import pathlib
import re
import sys
import tempfile

SKIPPED_DIRS = {"build", ".git", "node_modules", "target", "__pycache__"}
# Test data is not documentation.
DATA_DIRS = ("tests/golden/", "tests/cli/", "fuzz/corpus/")
# Files of other projects that our documents speak of.
FOREIGN = {"SPEC.md"}

LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)")
PATH = re.compile(r"(?<![\w/.:-])(\.?[A-Za-z][\w.-]*)/([\w.*{},/-]*[\w*}/])?")
MARKDOWN_NAME = re.compile(r"(?<![\w/.*-])([A-Za-z][\w-]*\.md)\b")
ENUM = re.compile(r"enum class Errc[^{]*\{(.*?)\};", re.S)
CODE = re.compile(r"^\s*([a-z_0-9]+)\s*=\s*(\d+)\s*,", re.M)


def alternatives(path):
    """Expands the first {a,b} of a path, recursively."""
    match = re.search(r"\{([^{}]*)\}", path)
    if not match:
        return [path]
    result = []
    for choice in match[1].split(","):
        result += alternatives(path[:match.start()] + choice.strip() + path[match.end():])
    return result


def exists(base, path):
    path = path.rstrip("/")
    if "*" in path:
        return any(True for _ in base.glob(path))
    return (base / path).exists()


# Methods of the Model Context Protocol look like paths.
METHODS = {"tools/call", "tools/list"}


def headings(text):
    """The fragment names of a document's headings, as forges make them."""
    found = set()
    fenced = False
    for line in text.split("\n"):
        if line.startswith("```"):
            fenced = not fenced
        elif not fenced and re.match(r"#+ ", line):
            title = re.sub(r"[`*]", "", line.lstrip("#").strip()).lower()
            found.add(re.sub(r"[^\w\- ]", "", title).replace(" ", "-"))
    return found


def check(root):
    problems = []
    tops = {entry.name for entry in root.iterdir() if entry.is_dir()} - SKIPPED_DIRS
    documents = []
    for path in sorted(root.rglob("*.md")):
        relative = str(path.relative_to(root))
        if SKIPPED_DIRS.isdisjoint(path.relative_to(root).parts) and not relative.startswith(DATA_DIRS):
            documents.append(path)
    if not documents:
        problems.append("no .md files: is this the right folder?")
    for path in documents:
        text = path.read_text(encoding="utf-8")
        for number, line in enumerate(text.split("\n"), 1):
            where = f"{path.relative_to(root)}:{number}"
            for target in LINK.findall(line):
                if re.match(r"[a-z]+:", target):
                    continue
                file, _, fragment = target.partition("#")
                linked = path.parent / file if file else path
                if not linked.exists():
                    problems.append(f"{where}: the link target {file} does not exist")
                elif fragment and linked.suffix == ".md":
                    if fragment not in headings(linked.read_text(encoding="utf-8")):
                        problems.append(f"{where}: {file or path.name} has no heading #{fragment}")
            plain = re.sub(r"[a-z]+://\S+", "", LINK.sub("", line))
            for top, rest in PATH.findall(plain):
                if top not in tops:
                    continue
                for named in alternatives(f"{top}/{rest}"):
                    if named in METHODS:
                        continue
                    if not exists(root, named) and not exists(path.parent, named):
                        problems.append(f"{where}: {named} does not exist")
            for name in MARKDOWN_NAME.findall(plain):
                if name not in FOREIGN and not any((base / name).exists()
                                                   for base in (path.parent, root, root / "docs")):
                    problems.append(f"{where}: {name} does not exist")
    return problems + check_errors(root), len(documents)


def check_errors(root):
    header = root / "include/laconic/error.hpp"
    page = root / "docs/errors.md"
    if not header.is_file() or not page.is_file():
        return [f"{header.relative_to(root)} or {page.relative_to(root)} is missing"]
    enum = ENUM.search(header.read_text(encoding="utf-8"))
    codes = CODE.findall(enum[1]) if enum else []
    if not codes:
        return ["no codes found in include/laconic/error.hpp"]
    lines = page.read_text(encoding="utf-8").split("\n")
    problems = []
    for slug, number in codes:
        if not any(re.search(rf"\b{slug}\b", line) and re.search(rf"\b{number}\b", line) for line in lines):
            problems.append(f"docs/errors.md: no line with {slug} and its number {number}")
    return problems


def self_test():
    good = {
        "README.md": "# One\nSee [errors](docs/errors.md#two-words), `src/base/`, src/*/a.cpp, src/base/a.{c,h}pp,\n"
                     "CHANGELOG.md, https://example.org/src/gone and application/json.\n",
        "CHANGELOG.md": "",
        "src/base/a.cpp": "",
        "src/base/a.hpp": "",
        "include/laconic/error.hpp": "enum class Errc : int {\n  // bytes\n  invalid_utf8 = 100,\n};\n",
        "docs/errors.md": "# Two words\n| 100 | `invalid_utf8` |\n",
    }
    bad = [
        ("a dead path", {"README.md": "`src/base/b.cpp`\n"}, "src/base/b.cpp does not exist"),
        ("a dead alternative", {"README.md": "src/base/{a,b}.cpp\n"}, "src/base/b.cpp does not exist"),
        ("a dead pattern", {"README.md": "src/*/b.cpp\n"}, "src/*/b.cpp does not exist"),
        ("a dead link", {"docs/guide.md": "[x](README.md)\n"}, "link target README.md"),
        ("a dead fragment", {"README.md": "[x](docs/errors.md#three)\n"}, "no heading #three"),
        ("a dead document", {"README.md": "GONE.md\n"}, "GONE.md does not exist"),
        ("an undocumented code", {"docs/errors.md": "# Two words\n"}, "no line with invalid_utf8"),
        ("a wrong number", {"docs/errors.md": "# Two words\n101 invalid_utf8\n"}, "its number 100"),
    ]
    failures = []

    def problems_of(files):
        with tempfile.TemporaryDirectory() as scratch:
            root = pathlib.Path(scratch)
            for name, text in files.items():
                path = root / name
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(text, encoding="utf-8")
            return check(root)[0]

    clean = problems_of(good)
    if clean:
        failures.append(f"a clean tree is refused: {clean}")
    for title, files, expected in bad:
        found = problems_of({**good, **files})
        if len(found) != 1 or expected not in found[0]:
            failures.append(f"{title}: expected one problem with '{expected}', got {found}")
    for failure in failures:
        print(f"check_docs: self-test: {failure}", file=sys.stderr)
    print(f"check_docs: self-test: {len(bad) + 1 - len(failures)} passed, {len(failures)} failed")
    return 1 if failures else 0


def main():
    if sys.argv[1:] == ["--self-test"]:
        return self_test()
    if len(sys.argv) > 2 or sys.argv[1:2] == ["--help"]:
        print(__doc__)
        return 2
    root = pathlib.Path(sys.argv[1] if len(sys.argv) == 2 else pathlib.Path(__file__).parent.parent)
    problems, documents = check(root)
    for problem in problems:
        print(problem, file=sys.stderr)
    print(f"check_docs: {documents} documents, {len(problems)} problems")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
