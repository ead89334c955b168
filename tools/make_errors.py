#!/usr/bin/env python3
# make_errors.py - writes docs/errors.md: every error code, the smallest input that causes it, what is printed.
"""usage: make_errors.py LACONIC > docs/errors.md

The table below says when a code is reported and which command shows it; what the command
prints is taken from the command. `tests/cli/run.py --docs` runs the page's examples again,
and tools/check_docs.py fails when a code of include/laconic/error.hpp is missing here.
"""
import pathlib
import re
import subprocess
import sys
import tempfile

G = "GCF profile=generic\\n"
ROOT = pathlib.Path(__file__).resolve().parent.parent


def gcf(body, flags=""):
    return f"printf '{G}{body}' | laconic decode{flags}"


def js(text):
    return f"printf '{text}' | laconic encode --from json"


def graph(body, more=""):
    return f"printf 'GCF profile=graph symbols=1{more}\\n## targets\\n{body}' | laconic decode"


def delta(wire):
    return f"echo {{}} > base.json; printf '{wire}' | laconic apply base.json -"


# slug: (when, command). A command of None: the text says why there is no example.
CODES = {
    "invalid_utf8": ("The text is not UTF-8. Checked before everything else.", js('{"a":"\\377"}')),
    "invalid_escape": ("An unknown escape, bad hexadecimal digits, or a raw control character.", js('["\\\\x"]')),
    "invalid_surrogate": ("A surrogate escape without its other half.", js('["\\\\ud800"]')),
    "unterminated_quote": ("A quoted string without its closing quote.", js('["a]')),
    "invalid_character": ("A byte order mark, or text that is no JSON at all.", js('\\357\\273\\277[]')),
    "unexpected_end": ("The text stops in the middle; with `--complete` also when it may have been cut off.", js('[1,2')),
    "unexpected_character": ("JSON: something else was expected here.", js('[1 2]')),
    "trailing_characters": ("Text behind the end of the value or of a quoted string.", js('[1]x')),
    "invalid_number": ("JSON: digits that are no number.", js('[01]')),
    "duplicate_key": ("A member twice in one object, a key twice in a keyed map or a grouped table.", js('{"a":1,"a":2}')),
    "duplicate_field_name": ("A column twice in one table, or a column that is also the head of a path.", gcf("## [1]{a,a}\\n1|2\\n")),
    "duplicate_header_field": ("A field twice in the header line; TRON: a class twice.", "printf 'GCF profile=generic tool=a tool=b\\n' | laconic decode"),
    "duplicate_attachment": ("Two bodies for one field of a row.", gcf("## [1]{a}\\n@0 ^\\n.a {}\\n.a {}\\n")),
    "duplicate_group": ("A value of the group column twice.", gcf("## [2]{@id,g} group=g\\ng=x [1]\\n1\\ng=x [1]\\n2\\n")),
    "count_mismatch": ("More or fewer rows, items or values than counted, on any level; a wrong trailer.", gcf("a[3]: 1,2\\n")),
    "invalid_count": ("A bracket that is no count: a leading zero, a sign, `[0:]`, an empty group.", gcf("a[02]: 1,2\\n")),
    "row_width_mismatch": ("A row with more or fewer cells than the table has columns; TRON: an instance with more or fewer arguments than properties.", gcf("## [1]{a,b}\\n1\\n")),
    "inline_width_mismatch": ("A positional body with more or fewer cells than its schema.", gcf("## [1]{a}\\n@0 ^{x,y}\\n1\\n")),
    "tab_indentation": ("A tab in front of a line.", gcf("## a\\n\\tb=1\\n")),
    "invalid_indent": ("An odd number of spaces, or a deeper line that nothing opened.", gcf("a=1\\n  b=2\\n")),
    "out_of_range": ("A number that the format cannot carry: outside int64 or binary64, or with more digits than binary64 keeps.", js('[100000000000000000000]')),
    "not_representable": ("The value has no form in the target format or mode. A keyed set with nested values or repeated keys, for example.", "printf '[{\"id\":1},{\"id\":1}]' | laconic root --key id"),
    "not_lossless": ("Something would be lost: `encode --profile graph --lossless` found what the graph profile cannot carry, or `laconic bench` a round trip that changes the document.", "echo '{\"symbols\":[],\"note\":1}' | laconic encode --profile graph --lossless"),
    "depth_exceeded": ("Nesting beyond the limit, 512 levels unless set otherwise.", "head -c 600 /dev/zero | tr '\\0' '[' | laconic encode"),
    "size_exceeded": ("The text to read, or the text to write, is longer than the limit (1 GiB, 4 GiB unless set otherwise). Too long for an example.", None),
    "limit_exceeded": ("Another limit: 65,536 columns per table, 64 header fields, 10,000 repairs. Too long for an example.", None),
    "missing_header": ("The first line does not start with `GCF` and a space.", "printf 'a=1\\n' | laconic decode --from gcf"),
    "missing_profile": ("The first field of the header is not `profile=`.", "printf 'GCF tool=x\\n' | laconic decode"),
    "unknown_profile": ("A profile other than generic and graph.", "printf 'GCF profile=tree\\n' | laconic decode"),
    "malformed_header_field": ("A header field without `=` or value, an empty column name, text behind a table header, a keyed map with one column; TRON: a class without properties.", gcf("## [1:]{key}\\na\\n")),
    "invalid_missing": ("`~` anywhere but in a cell of a table row.", gcf("a=~\\n")),
    "invalid_attachment_marker": ("`^` anywhere but in a cell of a table row, in a path column, or malformed.", gcf("a=^\\n")),
    "invalid_item_id": ("The index behind `@` is not the item's, or a row with `^` has none.", gcf("## a [1]\\n@1 =x\\n")),
    "orphan_attachment": ("An attachment that no `^` of its row announces.", gcf("## [1]{a}\\n@0 1\\n.b {}\\n")),
    "orphan_inline_attachment": ("A positional body that no `^` of its row announces.", gcf("## r [1]{a}\\n@0 ^{x,y}\\n1|2\\n3|4\\n")),
    "missing_attachment": ("A `^` without a body.", gcf("## [1]{a}\\n@0 ^\\n")),
    "invalid_const_value": ("A constant column or a group without a value, or with `~` or `^`.", gcf("## [1]{a,b=~}\\n1\\n")),
    "no_bare_column": ("A table of constant columns only.", gcf("## [1]{a=1}\\n1\\n")),
    "invalid_group_header": ("A grouped table that does not fit its own header.", gcf("## [1]{id,g} group=g\\ng=x [1]\\n1\\n")),
    "invalid_line": ("A line that fits nothing here, or an empty value.", gcf("a=\\n")),
    "invalid_key": ("A bare name that needs quotes; a keyed map's key that is no string; TRON: an argument for a property that the class does not have.", gcf("content-type=x\\n")),
    "invalid_node_line": ("A symbol line of the graph profile without its five fields.", graph("@0 fn a 0.90\\n")),
    "invalid_symbol_id": ("An id that is no number, occurs twice, is out of turn outside sessions, or belongs to another symbol of the session.", graph("@x fn a 0.90 ast\\n")),
    "invalid_score": ("A score without exactly two decimals; on writing one that is not finite.", graph("@0 fn a 0.9 ast\\n")),
    "invalid_edge_syntax": ("An edge that is not `@target<@source type`, with or without a status.", graph("@0 fn a 0.90 ast\\n## edges [1]\\n@0 calls\\n")),
    "unknown_edge_reference": ("An edge to an id that this payload does not have.", graph("@0 fn a 0.90 ast\\n## edges [1]\\n@0<@7 calls\\n")),
    "malformed_delta": ("A delta with a section or a line that deltas do not have; a payload for `apply` without roots or of the other profile.", "printf 'GCF profile=graph delta=true base_root=a new_root=b\\n## other\\n' | laconic decode"),
    "base_mismatch": ("The delta starts from another snapshot.", delta("GCF profile=generic delta=true base_root=r new_root=r key=key\\n")),
    "root_mismatch": ("The delta, or the full payload, does not lead to the root it names.", delta("GCF profile=generic pack_root=r key=key\\n## [1:]{@key,x}\\na|1\\n")),
    "delta_invalid": ("The delta contradicts itself or the snapshot: something to remove that is not there, something to add that is.", delta("GCF profile=generic delta=true base_root=r new_root=r key=key\\n## removed [2]{@key}\\na\\na\\n")),
    "unresolved_reference": ("A reference to a symbol that no earlier payload of the session declared, or without a session: ask for a full payload; TRON: a class that is not defined.", graph("@4  # previously transmitted\\n", " session=true")),
    "not_a_full_payload": ("A delta or an `unchanged` answer where a full payload is needed.", "printf 'GCF profile=generic unchanged=true pack_root=x\\n' | laconic decode"),
    "out_of_memory": ("Memory for a document or a text could not be had.", None),
    "io_failed": ("A file could not be read or written; the sentence carries the system's reason.", "laconic encode no-such-file.json"),
    "unsupported": ("Something this version does not do. No command reports it at present.", None),
    "bad_usage": ("A call or a command line that makes no sense; `Builder::finish` reports calls out of order. On the command line the sentence stands alone.", None),
    "unknown_format": ("No format has this name, or none fits the content.", "printf 'hello' | laconic decode"),
}

FAMILIES = [(100, "Bytes"), (200, "Structure"), (300, "Values"), (400, "Limits"), (500, "Formats"),
            (600, "Deltas"), (900, "laconic itself")]


def main():
    laconic = pathlib.Path(sys.argv[1]).resolve()
    header = (ROOT / "include/laconic/error.hpp").read_text()
    enum = re.search(r"enum class Errc[^{]*\{(.*?)\};", header, re.S)[1]
    numbers = {name: int(number) for name, number in re.findall(r"^\s*(\w+) = (\d+),", enum, re.M)}
    if set(numbers) != set(CODES):
        sys.exit(f"make_errors.py: codes differ from error.hpp: {set(numbers) ^ set(CODES)}")
    print("# Errors\n")
    print("Made by `tools/make_errors.py`; the examples are run by the tests.\n")
    print("An error is a permanent number, a permanent name, a byte offset and a sentence. On the command line it is printed as")
    print("`FILE:LINE:COL: error[name]: sentence`, then the line and a caret; with `--errors=json` as one JSON object per line.")
    print("Names of GCF errors are GCF's own.\n")
    print("| number | name | when |\n|--:|---|---|")
    for slug, number in numbers.items():
        print(f"| {number} | [{slug}](#{slug}-{number}) | {CODES[slug][0].split('. ')[0].rstrip('.')} |")
    families = list(FAMILIES)
    with tempfile.TemporaryDirectory() as scratch:
        for slug, number in numbers.items():
            if families and number >= families[0][0]:
                print(f"\n## {families.pop(0)[1]}")
            when, command = CODES[slug]
            print(f"\n### {slug} {number}\n\n{when}")
            if command is None:
                continue
            done = subprocess.run(["sh", "-c", command.replace("laconic ", f"'{laconic}' ", 1) if command.startswith("laconic")
                                   else command.replace("| laconic", f"| '{laconic}'")],
                                  capture_output=True, cwd=scratch, env={"NO_COLOR": "1", "LC_ALL": "C", "PATH": "/usr/bin:/bin"})
            printed = (done.stdout + done.stderr).decode()
            if f"error[{slug}]" not in printed:
                sys.exit(f"make_errors.py: the example of {slug} printed\n{printed}")
            print(f"\n```console\n$ {command}\n{printed}```")


main()
