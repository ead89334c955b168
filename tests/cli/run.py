#!/usr/bin/env python3
# run.py - golden tests of the command, and the console examples of the documents.
"""Runs every TOPIC/NAME.cmd below this folder with `sh -e`, in a scratch folder that holds
a copy of data/, with the built command first on PATH, and compares standard output,
standard error and the exit code with NAME.out, NAME.err and NAME.code (absent: empty,
empty, 0). --update rewrites these three; look at the difference before you keep it.

A first line `# needs: NAME ...` keeps a case from running where something is missing:
  plain   a build without sanitizers (they need address space that ulimit -v denies)
  user    a user who is not root, who may read and write everything; when root runs the
          tests, these cases run as "nobody"
Such cases are counted and listed.

--docs runs the console fences of README.md and docs/*.md instead: a fence is run when one
of its `$ ` lines calls laconic; the lines below each `$ ` line are what it must print
(standard output and standard error together). A line `...` stands for any lines. The
commands of one document share a scratch folder with a copy of examples/. A fence whose
info string says skip=REASON is counted and not run.
"""

import argparse
import concurrent.futures
import difflib
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
TIMEOUT = 120
NOBODY = 65534
EXPECTED = {"out": b"", "err": b"", "code": b"0\n"}


class Failure(Exception):
    pass


def environment(bin_folder, scratch):
    env = {k: v for k, v in os.environ.items() if not k.startswith(("LACONIC_", "LC_", "LANG"))}
    env.update(PATH=f"{bin_folder}:{env.get('PATH', '/usr/bin:/bin')}", LC_ALL="C", NO_COLOR="1",
               HOME=str(scratch))
    return env


def run_shell(arguments, scratch, env, merge=False, user=None):
    """Returns (stdout, stderr, code). The whole process group dies with the timeout."""
    process = subprocess.Popen(
        ["sh", *arguments], cwd=scratch, env=env, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT if merge else subprocess.PIPE, start_new_session=True,
        user=user, group=user, extra_groups=None if user is None else [])
    try:
        out, err = process.communicate(timeout=TIMEOUT)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        process.communicate()
        raise Failure(f"still running after {TIMEOUT} s")
    return out, err or b"", process.returncode


def difference(name, expected, actual):
    lines = difflib.unified_diff(
        expected.decode("utf-8", "backslashreplace").splitlines(keepends=True),
        actual.decode("utf-8", "backslashreplace").splitlines(keepends=True),
        f"{name} (expected)", f"{name} (actual)")
    return "".join(line if line.endswith("\n") else line + "\n\\ no end of line\n" for line in lines)


# ---- golden cases

def needs_of(case):
    first = case.read_text().split("\n", 1)[0]
    return first.removeprefix("# needs:").split() if first.startswith("# needs:") else []


def run_case(case, bin_folder, update):
    with tempfile.TemporaryDirectory(prefix="laconic-cli-") as scratch:
        if (HERE / "data").is_dir():
            shutil.copytree(HERE / "data", scratch, dirs_exist_ok=True)
        user = NOBODY if os.geteuid() == 0 and "user" in needs_of(case) else None
        if user is not None:
            for folder, _, files in os.walk(scratch):
                for path in [folder, *(os.path.join(folder, file) for file in files)]:
                    os.chown(path, user, user)
        env = environment(bin_folder, scratch)
        out, err, code = run_shell(["-e", "-c", case.read_text(), "sh"], scratch, env, user=user)
        # Restores the right to delete what a case may have made read-only.
        for folder, _, _ in os.walk(scratch):
            os.chmod(folder, 0o700)
    actual = {"out": out, "err": err, "code": b"%d\n" % code}
    problems = ""
    for suffix, default in EXPECTED.items():
        file = case.with_suffix("." + suffix)
        if update:
            if actual[suffix] == default:
                file.unlink(missing_ok=True)
            else:
                file.write_bytes(actual[suffix])
        else:
            expected = file.read_bytes() if file.exists() else default
            if expected != actual[suffix]:
                problems += difference(file.relative_to(HERE), expected, actual[suffix])
    if problems:
        raise Failure(problems)


def stray_files(cases):
    """Expectations without a case, and names that occur twice."""
    known = {case.with_suffix("") for case in cases}
    for suffix in EXPECTED:
        for file in sorted(HERE.glob(f"*/*.{suffix}")):
            if file.with_suffix("") not in known:
                yield f"{file.relative_to(HERE)} belongs to no case"
    names = [case.name for case in cases]
    for name in sorted({name for name in names if names.count(name) > 1}):
        yield f"{name} occurs twice"


def can_be_nobody():
    """Whether this root may change its identity: in some containers it may not."""
    try:
        return subprocess.run(["true"], user=NOBODY, group=NOBODY, extra_groups=[]).returncode == 0
    except OSError:
        return False


def golden(options, bin_folder):
    cases = sorted(HERE.glob("*/*.cmd"))
    problems = list(stray_files(cases))
    if options.names:
        cases = [c for c in cases if any(n in str(c.relative_to(HERE)) for n in options.names)]
    elif len(cases) < options.floor:
        problems.append(f"only {len(cases)} cases, at least {options.floor} are expected")
    have = set()
    if not options.sanitized:
        have.add("plain")
    if os.geteuid() != 0 or can_be_nobody():
        have.add("user")
    runnable = [case for case in cases if have.issuperset(needs_of(case))]
    for case in cases:
        if case not in runnable:
            print(f"NOT RUN {case.relative_to(HERE)}: needs {' '.join(needs_of(case))}")
    failed = 0
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        jobs = {case: pool.submit(run_case, case, bin_folder, options.update) for case in runnable}
        for case, job in jobs.items():
            try:
                job.result()
            except Failure as failure:
                failed += 1
                print(f"FAILED {case.relative_to(HERE)}\n{failure}")
    for problem in problems:
        print(f"FAILED {problem}")
    not_run = len(cases) - len(runnable)
    print(f"{len(runnable) - failed} passed, {failed + len(problems)} failed"
          + (f", {not_run} not run" if not_run else ""))
    return 1 if failed or problems or not runnable else 0


# ---- documents

CALL = re.compile(r"(^|[|;&(]\s*)laconic\b")


def fences(document):
    """Yields (line number, info string, lines) of each console fence."""
    info, start, body = None, 0, []
    for number, line in enumerate(document.read_text().split("\n"), 1):
        if info is None:
            match = re.match(r"\s*```console\b(.*)", line)
            if match:
                info, start, body = match.group(1).strip(), number, []
        elif line.strip() == "```":
            yield start, info, body
            info = None
        else:
            body.append(line)
    if info is not None:
        raise Failure(f"{document.name}:{start}: the fence is not closed")


def steps(start, body):
    """Yields (line number, command, expected lines)."""
    number, command, expected = 0, None, []
    for offset, line in enumerate(body, 1):
        if command is not None and not expected and command.endswith("\\"):
            command += "\n" + line.removeprefix("> ")
        elif line.startswith("$ "):
            if command is not None:
                yield number, command, expected
            number, command, expected = start + offset, line[2:], []
        elif command is None:
            raise Failure(f"line {start + offset}: output without a command")
        else:
            expected.append(line)
    if command is not None:
        yield number, command, expected


def matches(expected, actual):
    """Whether the lines agree, where `...` stands for any lines."""
    pattern = "".join(r"(?:.*\n)*?" if line == "..." else re.escape(line) + "\n" for line in expected)
    return re.fullmatch(pattern, actual) is not None


def run_document(document, bin_folder):
    """Returns the numbers of steps that passed and fences that were skipped, and the failures."""
    passed, skipped, failures = 0, 0, []
    with tempfile.TemporaryDirectory(prefix="laconic-docs-") as scratch:
        if (ROOT / "examples").is_dir():
            shutil.copytree(ROOT / "examples", pathlib.Path(scratch) / "examples")
        env = environment(bin_folder, scratch)
        for start, info, body in fences(document):
            if not any(line.startswith("$ ") and CALL.search(line[2:]) for line in body):
                continue
            if re.search(r"\bskip=\S", info):
                skipped += 1
                continue
            code = 0
            for number, command, expected in steps(start, body):
                # So that `$ echo $?` can show the exit code of the line before.
                out, _, code = run_shell(["-c", f"(exit {code})\n{command}"], scratch, env, merge=True)
                actual = out.decode("utf-8", "backslashreplace")
                if matches(expected, actual):
                    passed += 1
                else:
                    shown = "".join(line + "\n" for line in expected).encode()
                    failures.append(f"{document.relative_to(ROOT)}:{number}: $ {command}\n"
                                    + difference("output", shown, out))
    return passed, skipped, failures


def docs(bin_folder):
    documents = [d for d in [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))] if d.exists()]
    passed, skipped, failures = 0, 0, []
    for document in documents:
        result = run_document(document, bin_folder)
        passed, skipped = passed + result[0], skipped + result[1]
        failures += result[2]
    for failure in failures:
        print(f"FAILED {failure}")
    if documents and passed == 0:
        failures.append("")
        print("FAILED the documents have no console example that calls laconic")
    print(f"{passed} passed, {len(failures)} failed, {skipped} fences skipped, "
          f"{len(documents)} documents")
    return 1 if failures else 0


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--command", required=True, type=pathlib.Path, help="the built laconic")
    parser.add_argument("--update", action="store_true", help="rewrite the expectations")
    parser.add_argument("--docs", action="store_true", help="run the documents instead")
    parser.add_argument("--floor", type=int, default=1, help="fail when there are fewer cases")
    parser.add_argument("--sanitized", action="store_true", help="the build has sanitizers")
    parser.add_argument("names", nargs="*", help="run only cases whose path contains one of these")
    options = parser.parse_args()
    if not os.access(options.command, os.X_OK):
        print(f"FAILED {options.command} is no program")
        return 1
    with tempfile.TemporaryDirectory(prefix="laconic-bin-") as bin_folder:
        # A copy, in a folder that every user may enter.
        shutil.copy(options.command, pathlib.Path(bin_folder) / "laconic")
        os.chmod(bin_folder, 0o755)
        try:
            return docs(bin_folder) if options.docs else golden(options, bin_folder)
        except Failure as failure:
            print(f"FAILED {failure}\n0 passed, 1 failed")
            return 1


if __name__ == "__main__":
    sys.exit(main())
