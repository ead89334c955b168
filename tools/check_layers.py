#!/usr/bin/env python3
# check_layers.py - the written include direction between the rooms of src/, and house rules for sources.
"""Checks, over the whole tree:

  - every quoted include of src/ names a file that exists, in the same room or in a room
    that the table below allows; an unknown room, a cycle in the table, or no files at
    all is a failure
  - a third-party header appears only in .cpp files of its rooms, and never in include/
  - include/ includes public headers and the cheap standard headers only
  - every C++ file says in its first line what it is for, and headers have #pragma once
  - file names are unique in the whole tree (public headers apart), sources are ASCII, and nothing is marked as to do now

usage: check_layers.py [ROOT]      check the tree
       check_layers.py --self-test build small broken trees and see each rule fail
"""
import pathlib
import re
import sys
import tempfile

CORE = {"base", "text", "value"}
FLAT = {"json", "toon", "tron", "jton"}
GRAPHIC = {"gcf", "goon", "gcb", "markup"}
INPUTS = {"interchange/yaml", "interchange/toml", "interchange/csv", "interchange/msgpack"}

# Which rooms a room may include. This table is the architecture.
ALLOWED = {
    "base": set(),
    "text": {"base"},
    "value": {"base", "text"},
    "graph": CORE,
    **{room: CORE for room in FLAT | INPUTS},
    **{room: CORE | {"graph"} for room in GRAPHIC},
    "tokens": CORE | {"json"},
    "codec": CORE | {"graph", "tokens"} | FLAT | GRAPHIC | INPUTS,
    "agent": CORE | {"json", "tokens", "codec"},
    "store": {"base"},
    "mcp": CORE | {"json", "tokens", "codec", "agent", "store"},
    "os": {"base"},
    "capi": set(),
    "cli": {"mcp", "os", "store"},  # and public headers, like any other user
}

# Which rooms (or single files) may use a library. The key is how its headers begin.
VENDOR = {
    "simdjson": {"text", "json"},
    "openssl/": {"base", "os"},
    "boost/": {"os"},
    "spdlog/": {"os", "cli"},
    "CLI/": {"cli/flags.cpp"},
    "fmt/": {"cli"},
    "toml++/": {"interchange/toml", "cli"},
    "yaml-cpp/": {"interchange/yaml"},
    "nlohmann/": {"interchange/msgpack"},
    "hiredis/": {"store"},
    "sqlite3.h": {"store"},
    "libpq-fe.h": {"store"},
    "pcre2.h": {"tokens"},
    "utf8proc.h": {"tokens"},
}

# Standard headers that cost a user of the library next to nothing to include.
PUBLIC_STANDARD = {"cassert", "cstddef", "cstdint", "cstdio", "new", "span", "string", "string_view", "type_traits",
                   "utility", "vector"}

# Headers of the compiler and the operating system that are not part of the standard library.
SYSTEM = re.compile(r"(sys|arpa|netinet|linux)/[a-z_0-9]+\.h|"
                    r"(arm_neon|arm_acle|immintrin|x86intrin|emmintrin|tmmintrin|smmintrin|nmmintrin|wmmintrin|"
                    r"unistd|fcntl|errno|signal|poll|dirent|malloc|spawn|pthread|time|limits|stdlib|string|"
                    r"stdio|stddef|stdint|stdbool|assert)\.h")
STANDARD = re.compile(r"[a-z_0-9]+")

CPP = {".cpp", ".hpp", ".h"}
SCRIPTS = {".py", ".sh", ".mjs", ".cmake", ".in"}
# Names that every folder may use for the same purpose.
SHARED_NAMES = {"CMakeLists.txt", "README.md", "package.json", "package-lock.json", "Cargo.toml", "Cargo.lock",
                ".gitignore"}
SKIPPED_DIRS = {"build", ".git", "node_modules", "target", "__pycache__"}
# Folders of test data, whose files are named after their case and hold any bytes.
DATA_DIRS = {"tests/golden", "tests/cli", "fuzz/corpus"}

INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]*([<"])([^>"]+)[>"]', re.M)


def find_cycle(allowed):
    """A list of rooms that reach themselves, or None."""
    state = {}

    def visit(room, path):
        if state.get(room) == "done":
            return None
        if room in path:
            return path[path.index(room):] + [room]
        for below in sorted(allowed.get(room, ())):
            cycle = visit(below, path + [room])
            if cycle:
                return cycle
        state[room] = "done"
        return None

    for room in sorted(allowed):
        cycle = visit(room, [])
        if cycle:
            return cycle
    return None


def room_of(path):
    """The room of a path below src/: its longest folder that the table knows, or None."""
    folders = path.parts[:-1]
    for size in range(len(folders), 0, -1):
        room = "/".join(folders[:size])
        if room in ALLOWED:
            return room
    return None


def all_files(root):
    for path in sorted(root.rglob("*")):
        relative = path.relative_to(root)
        if SKIPPED_DIRS.isdisjoint(relative.parts) and path.is_file():
            yield relative


def in_data_dir(relative):
    return any(str(relative).startswith(folder + "/") for folder in DATA_DIRS)


class Checker:
    def __init__(self, root):
        self.root = root
        self.problems = []
        self.sources = 0

    def report(self, relative, line, sentence):
        self.problems.append(f"{relative}:{line}: {sentence}")

    def run(self):
        cycle = find_cycle(ALLOWED)
        if cycle:
            self.problems.append("the table of rooms has a cycle: " + " -> ".join(cycle))
        for room, below in ALLOWED.items():
            for unknown in sorted(below - set(ALLOWED)):
                self.problems.append(f"the table row of {room} names an unknown room: {unknown}")
        names = {}
        for relative in all_files(self.root):
            if in_data_dir(relative):
                continue
            # A room's own header may be called like the public one of its format: json.hpp.
            if relative.name not in SHARED_NAMES and relative.parts[0] != "include":
                names.setdefault(relative.name, []).append(relative)
            if relative.suffix in CPP or relative.suffix in SCRIPTS or relative.name == "CMakeLists.txt":
                self.check_source(relative)
        for name, places in sorted(names.items()):
            if len(places) > 1:
                self.report(places[1], 1, f"the name {name} is already used by {places[0]}")
        if self.sources == 0:
            self.problems.append("no source files under src/: is this the right folder?")
        return self.problems

    def check_source(self, relative):
        data = (self.root / relative).read_bytes()
        for number, line in enumerate(data.split(b"\n"), 1):
            if not line.isascii():
                self.report(relative, number, "not ASCII")
            # Spelled in two parts so that this file passes its own check.
            if b"TODO" + b"(now)" in line:
                self.report(relative, number, "TODO" + "(now) must be done before it is handed in")
        if relative.suffix not in CPP:
            return
        text = data.decode("ascii", "replace")
        first = text.split("\n", 1)[0]
        if not re.fullmatch(r"// " + re.escape(relative.name) + r" - \S.*", first):
            self.report(relative, 1, f"the first line must be '// {relative.name} - one clause.'")
        if relative.suffix == ".hpp" and "\n#pragma once\n" not in text:
            self.report(relative, 1, "a header needs #pragma once")
        top = relative.parts[0]
        if top == "src":
            self.sources += 1
            self.check_room(relative, text)
        elif top == "include":
            self.check_public(relative, text)

    def includes(self, text):
        for match in INCLUDE.finditer(text):
            yield text.count("\n", 0, match.start()) + 1, match[1] == '"', match[2]

    def check_room(self, relative, text):
        inside = pathlib.PurePath(*relative.parts[1:])
        room = room_of(inside)
        if room is None:
            self.report(relative, 1, "its folder is not a room that the table knows")
            return
        for line, quoted, name in self.includes(text):
            if quoted:
                target = pathlib.PurePath(name)
                if not (self.root / "src" / target).is_file():
                    self.report(relative, line, f'"{name}" does not exist under src/')
                    continue
                other = room_of(target)
                if other != room and other not in ALLOWED[room]:
                    self.report(relative, line, f"{room} must not include {other} ({name})")
            elif name.startswith("laconic/"):
                if not (self.root / "include" / name).is_file():
                    self.report(relative, line, f"<{name}> does not exist under include/")
            elif not STANDARD.fullmatch(name) and not SYSTEM.fullmatch(name):
                self.check_vendor(relative, inside, room, line, name)
            elif name in VENDOR:
                self.check_vendor(relative, inside, room, line, name)

    def check_vendor(self, relative, inside, room, line, name):
        owners = [rooms for prefix, rooms in VENDOR.items() if name.startswith(prefix)]
        if not owners:
            self.report(relative, line, f"<{name}> is of no library that the table knows")
        elif room not in owners[0] and str(inside) not in owners[0]:
            self.report(relative, line, f"<{name}> belongs to {', '.join(sorted(owners[0]))} only")
        elif relative.suffix != ".cpp":
            self.report(relative, line, f"<{name}> may be included by .cpp files only")

    def check_public(self, relative, text):
        for line, quoted, name in self.includes(text):
            if quoted:
                self.report(relative, line, "a public header includes public headers as <laconic/...>")
            elif name.startswith("laconic/"):
                if not (self.root / "include" / name).is_file():
                    self.report(relative, line, f"<{name}> does not exist under include/")
            elif name not in PUBLIC_STANDARD:
                self.report(relative, line, f"<{name}> is not one of the cheap headers that include/ may use")


def self_test():
    good = {
        "src/base/arena.hpp": "// arena.hpp - memory.\n#pragma once\n#include <cstddef>\n",
        "src/text/numbers.cpp": '// numbers.cpp - numbers.\n#include <simdjson.h>\n#include "base/arena.hpp"\n',
        "include/laconic/value.hpp": "// value.hpp - values.\n#pragma once\n#include <string>\n",
        "src/cli/flags.cpp": "// flags.cpp - flags.\n#include <CLI/CLI.hpp>\n#include <laconic/value.hpp>\n",
    }
    head = "// probe.cpp - a probe.\n"
    bad = [
        ("a room looks up", {"src/base/probe.cpp": head + '#include "text/numbers.cpp"\n'}, "base must not include text"),
        ("an include that is not there", {"src/text/probe.cpp": head + '#include "base/gone.hpp"\n'}, "does not exist"),
        ("an unknown room", {"src/attic/probe.cpp": head}, "not a room"),
        ("a library outside its room", {"src/value/probe.cpp": head + "#include <simdjson.h>\n"}, "belongs to"),
        ("a library outside its file", {"src/cli/probe.cpp": head + "#include <CLI/CLI.hpp>\n"}, "belongs to cli/flags.cpp"),
        ("an unknown library", {"src/value/probe.cpp": head + "#include <zlib/zlib.hpp>\n"}, "no library"),
        ("a library in a header", {"src/json/probe.hpp": "// probe.hpp - a probe.\n#pragma once\n#include <simdjson.h>\n"},
         ".cpp files only"),
        ("a dear header in public", {"include/laconic/probe.hpp": "// probe.hpp - a probe.\n#pragma once\n#include <memory>\n"},
         "cheap headers"),
        ("a room seen in public", {"include/laconic/probe.hpp": '// probe.hpp - a probe.\n#pragma once\n#include "base/arena.hpp"\n'},
         "as <laconic/...>"),
        ("no first line", {"src/base/probe.cpp": "#include <string>\n"}, "first line must be"),
        ("no pragma once", {"src/base/probe.hpp": "// probe.hpp - a probe.\n"}, "#pragma once"),
        ("a name twice", {"src/text/arena.hpp": "// arena.hpp - again.\n#pragma once\n"}, "already used"),
        ("not ASCII", {"src/base/probe.cpp": head + "// caf\u00e9\n"}, "not ASCII"),
        ("left to do", {"src/base/probe.cpp": head + "// TODO" + "(now): finish\n"}, "must be done"),
    ]
    failures = []

    def problems_of(files):
        with tempfile.TemporaryDirectory() as scratch:
            root = pathlib.Path(scratch)
            for name, text in files.items():
                path = root / name
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(text, encoding="utf-8")
            return Checker(root).run()

    clean = problems_of(good)
    if clean:
        failures.append(f"a clean tree is refused: {clean}")
    for title, files, expected in bad:
        found = problems_of({**good, **files})
        if len(found) != 1 or expected not in found[0]:
            failures.append(f"{title}: expected one problem with '{expected}', got {found}")
    if not any("no source files" in problem for problem in problems_of({"README": ""})):
        failures.append("an empty tree passes")
    if find_cycle({"a": {"b"}, "b": {"c"}, "c": {"a"}}) is None:
        failures.append("a cycle is not seen")
    if find_cycle(ALLOWED) is not None:
        failures.append("the table itself has a cycle")
    for failure in failures:
        print(f"check_layers: self-test: {failure}", file=sys.stderr)
    print(f"check_layers: self-test: {len(bad) + 4 - len(failures)} passed, {len(failures)} failed")
    return 1 if failures else 0


def main():
    if sys.argv[1:] == ["--self-test"]:
        return self_test()
    if len(sys.argv) > 2 or sys.argv[1:2] == ["--help"]:
        print(__doc__)
        return 2
    root = pathlib.Path(sys.argv[1] if len(sys.argv) == 2 else pathlib.Path(__file__).parent.parent)
    checker = Checker(root)
    problems = checker.run()
    for problem in problems:
        print(problem, file=sys.stderr)
    print(f"check_layers: {checker.sources} source files, {len(problems)} problems")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
