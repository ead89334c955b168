#!/usr/bin/env python3
# run_mcp_peers.py - the proxy between real clients and real servers.
"""usage: run_mcp_peers.py LACONIC WORK [--inspector]

Installs the packages into WORK by their lockfile. The same conversation is held directly and
through the proxy; what clients get must say the same, and raw messages must be the same bytes
wherever nothing was rewritten. --inspector runs the inspector's command line instead, with the
Node that its own package brings.

Exit code 77: not run, because npm or the network is missing; with LACONIC_REQUIRE_FIXTURES=1
that is a failure.
"""
import argparse
import concurrent.futures
import decimal
import hashlib
import json
import os
import pathlib
import queue
import shutil
import subprocess
import sys
import threading
import time

HERE = pathlib.Path(__file__).resolve().parent
SCRIPTS = ("mcp_client.mjs", "mcp_probe.mjs", "mcp_modern_server.mjs", "bad_stripper.py")
TIMEOUT = 60


def not_run(why):
    print(f"NOT RUN: {why}")
    sys.exit(1 if os.environ.get("LACONIC_REQUIRE_FIXTURES") == "1" else 77)


def require(holds, what):
    if not holds:
        raise AssertionError(what)


def install(folder, source, how=("ci",)):
    """Installs by the lockfile, unless that is installed already."""
    for tool in ("node", "npm"):
        if not shutil.which(tool):
            not_run(f"{tool} is not installed")
    folder.mkdir(parents=True, exist_ok=True)
    lock = (source / "package-lock.json").read_bytes()
    stamp = folder / "installed"
    digest = hashlib.sha256(lock).hexdigest()
    if stamp.exists() and stamp.read_text() == digest:
        return
    for name in ("package.json", "package-lock.json"):
        shutil.copy(source / name, folder / name)
    done = subprocess.run(["npm", *how, "--no-audit", "--no-fund", "--prefer-offline"], cwd=folder, capture_output=True, text=True,
                          check=False)
    if done.returncode != 0:
        print(done.stdout[-2000:], done.stderr[-2000:])
        not_run("npm could not install the packages")
    stamp.write_text(digest)


class Kit:
    def __init__(self, laconic, work):
        self.laconic = str(laconic)
        self.work = work
        self.env = dict(os.environ, MEMORY_FILE_PATH="")

    def package(self, name):
        return str(self.work / "node_modules/@modelcontextprotocol" / name / "dist/index.js")

    def proxy(self, *flags):
        return [self.laconic, "proxy", *flags, "--"]

    def fixture(self, name):
        """A folder with a memory and files, the same every time."""
        folder = self.work / "fixtures" / name
        shutil.rmtree(folder, ignore_errors=True)
        (folder / "files/sub").mkdir(parents=True)
        lines = [json.dumps({"type": "entity", "name": f"person {i}", "entityType": "person",
                             "observations": [f"likes {i}", "speaks \u00e9 \U0001F600 <b>"]}) for i in range(40)]
        lines += [json.dumps({"type": "relation", "from": f"person {i}", "to": f"person {(i * 7 + 1) % 40}",
                              "relationType": "knows"}) for i in range(60)]
        (folder / "memory.jsonl").write_text("\n".join(lines))
        data = [{"id": i, "name": f"row {i}", "value": i / 4} for i in range(60)]
        (folder / "files/data.json").write_text(json.dumps(data, indent=2))
        for i in range(30):
            (folder / f"files/sub/file{i}.txt").write_text(f"line {i}\n")
        return folder

    def server(self, name, folder):
        command = ["node", self.package(f"server-{name}")]
        if name == "everything":
            command.append("stdio")
        elif name == "filesystem":
            command.append(str(folder / "files"))
        return command

    def environment(self, folder):
        return dict(os.environ, MEMORY_FILE_PATH=str(folder / "memory.jsonl"), PROBE="a")

    def client(self, script, command, folder):
        done = subprocess.run(["node", str(self.work / "mcp_client.mjs"), json.dumps(script), *command], cwd=self.work,
                              env=self.environment(folder), capture_output=True, text=True, timeout=TIMEOUT, check=False)
        require(done.returncode == 0, f"the client failed: {done.stderr[-2000:]}")
        return json.loads(done.stdout)

    def decode(self, text):
        """What a sent text says, by the command itself."""
        done = subprocess.run([self.laconic, "decode"], input=text.encode(), capture_output=True, timeout=TIMEOUT, check=False)
        require(done.returncode == 0, f"laconic decode: {done.stderr.decode()}\n{text[:500]}")
        return exact(done.stdout.decode())


def exact(text):
    """A JSON text with the order of its keys and the digits of its numbers."""
    return json.loads(text, object_pairs_hook=lambda pairs: ("object", pairs), parse_float=decimal.Decimal)


def calls_of(name, folder):
    files = folder / "files"
    path = {"path": str(files / "data.json")}
    everything = [("echo", {"message": "hi <&> \u00e9"}), ("get-sum", {"a": 1, "b": 2.5}), ("get-tiny-image", {}),
                  ("get-annotated-message", {"messageType": "error", "includeImage": True}),
                  ("get-structured-content", {"location": "Chicago"}), ("get-resource-links", {"count": 3}),
                  ("get-env", {}),  # get-resource-reference tells the time
                  ("trigger-long-running-operation", {"duration": 0.1, "steps": 1}), ("no-such-tool", {}), ("get-sum", {"a": "x"})]
    memory = [("read_graph", {}), ("search_nodes", {"query": "person 1"}), ("open_nodes", {"names": ["person 1", "person 2"]}),
              ("create_entities", {"entities": [{"name": f"new {i}", "entityType": "x", "observations": ["a b", "c"]} for i in range(8)]}),
              ("create_relations", {"relations": [{"from": "new 1", "to": "person 1", "relationType": "r"}]}),
              ("add_observations", {"observations": [{"entityName": "new 1", "contents": ["d", "e"]}]}),
              ("delete_observations", {"deletions": [{"entityName": "new 1", "observations": ["d"]}]}),
              ("delete_relations", {"relations": [{"from": "new 1", "to": "person 1", "relationType": "r"}]}),
              ("delete_entities", {"entityNames": ["new 2"]}), ("read_graph", {}),
              ("add_observations", {"observations": [{"entityName": "nobody", "contents": ["d"]}]})]
    filesystem = [("list_allowed_directories", {}), ("read_file", path), ("read_text_file", path), ("read_media_file", path),
                  ("read_multiple_files", {"paths": [path["path"], str(files / "sub/file1.txt")]}),
                  ("list_directory", {"path": str(files)}), ("list_directory_with_sizes", {"path": str(files)}),
                  ("directory_tree", {"path": str(files)}), ("search_files", {"path": str(files), "pattern": "**/*1.txt"}),
                  ("create_directory", {"path": str(files / "made")}),
                  ("write_file", {"path": str(files / "made/a.txt"), "content": "GCF profile=generic\n## [1]{a}\n1\n"}),
                  ("edit_file", {"path": str(files / "made/a.txt"), "edits": [{"oldText": "{a}", "newText": "{b}"}]}),
                  ("move_file", {"source": str(files / "made/a.txt"), "destination": str(files / "made/b.txt")}),
                  ("read_text_file", {"path": str(files / "made/b.txt")}), ("read_file", {"path": str(files / "none")})]
    table = {"everything": everything, "memory": memory, "filesystem": filesystem}
    return [{"name": tool, "arguments": arguments} for tool, arguments in table[name]]


def same_result(kit, tool, direct, proxied, may_strip):
    """Whether two results say the same; returns how many texts were rewritten."""
    rewritten = 0
    require(set(direct) - set(proxied) <= ({"structuredContent"} if may_strip else set()), f"{tool}: members are missing")
    for key, value in direct.items():
        if key == "content":
            require(len(value) == len(proxied[key]), f"{tool}: another number of blocks")
            for a, b in zip(value, proxied[key]):
                if a == b:
                    continue
                require({**a, "text": ""} == {**b, "text": ""}, f"{tool}: another block")
                require(kit.decode(b["text"]) == exact(a["text"]), f"{tool}: another value")
                require(len(b["text"].encode()) <= len(a["text"].encode()), f"{tool}: a longer text")
                rewritten += 1
        elif key != "structuredContent" or key in proxied:
            require(proxied[key] == value, f"{tool}: another {key}")
    return rewritten


def compare_runs(kit, server, sdk, client, calls, direct, proxied):
    name = f"{server} with {sdk} as {client}"
    rewritten = stripped = 0
    for call, a, b in zip(calls, direct["results"], proxied["results"]):
        if call["name"] == "get-structured-content":
            continue  # made up by the server, another one every time
        rewritten += same_result(kit, call["name"], a, b, client == "claude-code")
        stripped += "structuredContent" in a and "structuredContent" not in b
    names = [tool["name"] for tool in direct["tools"]]
    require(names == [tool["name"] for tool in proxied["tools"]], f"{name}: another list")
    for a, b in zip(direct["tools"], proxied["tools"]):
        if "outputSchema" in a and client == "claude-code":
            b = {**b, "outputSchema": a["outputSchema"]}
        require(a == b, f"{name}: another entry of {a['name']}")
    if server != "everything":
        require(rewritten > 0, f"{name}: nothing was rewritten")
        require((stripped > 0) == (client == "claude-code"), f"{name}: {stripped} results without structuredContent")
        missing = set(names) - {call["name"] for call in calls}
        require(missing <= {"get_file_info"}, f"{name}: not called: {missing}")  # it tells times
    return f"{name}: {len(calls)} calls, {rewritten} rewritten, {stripped} stripped"


def values_of(kit, server, sdk, client):
    """Every tool of a server, directly and through the proxy."""
    got = []
    for front in ([], kit.proxy()):
        folder = kit.fixture(f"values_{server}_{sdk}")
        calls = calls_of(server, folder)
        script = {"sdk": sdk, "list": True, "calls": calls, "client": client}
        got.append(kit.client(script, front + kit.server(server, folder), folder))
    return compare_runs(kit, server, sdk, client, calls, *got)


def values_checks():
    for server in ("everything", "memory", "filesystem"):
        for sdk, client in (("v1", "laconic-test"), ("v2", "claude-code")):
            def check(kit, server=server, sdk=sdk, client=client):
                return values_of(kit, server, sdk, client)
            yield f"values of {server}", check


class RawServer:
    """A server on pipes, and every line it writes, byte for byte."""

    def __init__(self, command, env):
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env=env)
        self.lines = queue.Queue()
        threading.Thread(target=self.read, daemon=True).start()

    def read(self):
        for line in self.process.stdout:
            self.lines.put(line)
        self.lines.put(None)

    def ask(self, message, got):
        self.process.stdin.write(json.dumps(message).encode() + b"\n")
        self.process.stdin.flush()
        while "id" in message:
            line = self.lines.get(timeout=TIMEOUT)
            require(line is not None, "the server ended")
            got.append(line)
            if json.loads(line).get("id") == message["id"]:
                return

    def close(self, got):
        self.process.stdin.close()
        while (line := self.lines.get(timeout=TIMEOUT)) is not None:
            got.append(line)
        return self.process.wait(timeout=TIMEOUT)


def check_raw(kit):
    """The same bytes wherever nothing was rewritten."""
    hello = {"jsonrpc": "2.0", "id": 0, "method": "initialize",
             "params": {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "raw", "version": "1"}}}
    said = []
    for server in ("everything", "memory", "filesystem"):
        records = {}
        for way, front in (("direct", []), ("off", kit.proxy("--formats", "off")), ("default", kit.proxy("--hint", "off"))):
            folder = kit.fixture(f"raw_{server}")
            raw = RawServer(front + kit.server(server, folder), kit.environment(folder))
            lines = []
            raw.ask(hello, lines)
            raw.ask({"jsonrpc": "2.0", "method": "notifications/initialized"}, lines)
            raw.ask({"jsonrpc": "2.0", "id": "list", "method": "tools/list"}, lines)
            for i, call in enumerate(calls_of(server, folder)):
                if call["name"] not in ("get-structured-content", "trigger-long-running-operation"):
                    raw.ask({"jsonrpc": "2.0", "id": i + 1, "method": "tools/call", "params": call}, lines)
            for method in ("ping", "resources/list", "prompts/list", "no/such/method"):
                raw.ask({"jsonrpc": "2.0", "id": method, "method": method}, lines)
            require(raw.close(lines) == 0, f"{server} {way}: exit status")
            # Notifications come when they come.
            records[way] = [line for line in lines if b'"id"' in line]
        require(records["off"] == records["direct"], f"{server}: --formats off changes bytes")
        require(len(records["default"]) == len(records["direct"]), f"{server}: another number of messages")
        changed = 0
        for a, b in zip(records["direct"], records["default"]):
            if a == b:
                continue
            changed += 1
            before, after = json.loads(a), json.loads(b)
            same_result(kit, str(before["id"]), before.pop("result"), after.pop("result"), False)
            require(before == after and len(b) < len(a), f"{server}: another envelope")
        require(server == "everything" or changed > 0, f"{server}: nothing was rewritten")
        said.append(f"{server}: {len(records['direct'])} messages, {changed} rewritten")
    return "; ".join(said)


def check_probe(kit):
    """Sampling, elicitation, roots, progress, cancellation and the rest."""
    folder = kit.fixture("probe")

    def run(front):
        done = subprocess.run(["node", str(kit.work / "mcp_probe.mjs"), *front, *kit.server("everything", folder)], cwd=kit.work,
                              capture_output=True, text=True, timeout=TIMEOUT, check=False)
        steps = [json.loads(line) for line in done.stdout.splitlines()]
        return {step["step"]: step for step in steps}
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        direct, proxied = pool.map(run, ([], kit.proxy()))
    for name, step in direct.items():
        require("failed" not in step, f"direct: {step}")
        if name == "progress":  # the last one may come with the result
            require(proxied[name].get("got") in ([1, 2], [1, 2, 3]), str(proxied[name]))
        elif name == "structured":  # made up by the server, another one every time
            require(proxied[name]["got"].keys() == step["got"].keys(), str(proxied[name]))
        else:
            require(proxied.get(name) == step, f"{step} became {proxied.get(name)}")
    require(len(direct) == 16, f"{len(direct)} steps")
    return "16 steps as without the proxy"


def check_strip(kit):
    """Results without structuredContent are accepted because the list said so, and only then."""
    call = [{"name": "read_graph", "arguments": {}}]
    for sdk in ("v1", "v2"):
        folder = kit.fixture(f"strip_{sdk}")
        server = kit.server("memory", folder)
        strip = kit.proxy("--structured", "strip") + server
        listed = kit.client({"sdk": sdk, "list": True, "calls": call}, strip, folder)
        require("failed" not in listed["results"][0], f"{sdk}: {listed['results'][0]}")
        require("structuredContent" not in listed["results"][0], f"{sdk}: nothing was stripped")
        require(not any("outputSchema" in tool for tool in listed["tools"]), f"{sdk}: a schema was left")
        unlisted = kit.client({"sdk": sdk, "list": False, "calls": call}, strip, folder)
        require("structuredContent" in unlisted["results"][0], f"{sdk}: stripped without evidence")
        bad = kit.client({"sdk": sdk, "list": True, "calls": call}, [sys.executable, str(kit.work / "bad_stripper.py"), *server], folder)
        require(bad["results"][0].get("code") == -32600, f"{sdk}: this test does not see the rule: {str(bad['results'][0])[:300]}")
    return "accepted by v1 and v2 clients, kept without a list, refused when the list keeps its schema"


def check_files(kit):
    """A file that was read can be edited by what was seen; what is written is what was said."""
    for flags in (("--client", "claude-code"),):
        folder = kit.fixture("files")
        path = str(folder / "files/data.json")
        before = (folder / "files/data.json").read_text()
        command = kit.proxy(*flags) + kit.server("filesystem", folder)
        seen = kit.client({"sdk": "v1", "list": True, "calls": [{"name": "read_text_file", "arguments": {"path": path}}]}, command, folder)
        text = seen["results"][0]["content"][0]["text"]
        require(text == before, "the text of the file changed")
        old = "\n".join(text.split("\n")[1:6])
        texts = ["GCF profile=generic\n## [2]{a,b}\n1|2\n3|4\n", "rows[2]{a,b}:\n  1,2\n  3,4\n", '{"a": 1}']
        calls = [{"name": "edit_file", "arguments": {"path": path, "edits": [{"oldText": old, "newText": "  EDITED"}]}}]
        calls += [{"name": "write_file", "arguments": {"path": f"{folder}/files/w{i}", "content": t}} for i, t in enumerate(texts)]
        done = kit.client({"sdk": "v1", "list": True, "calls": calls}, command, folder)
        require(not any(result.get("isError") for result in done["results"]), str(done["results"])[:500])
        require((folder / "files/data.json").read_text() == before.replace(old, "  EDITED"), "the edit went wrong")
        for i, t in enumerate(texts):
            require((folder / f"files/w{i}").read_text() == t, f"written: {t}")
    return "edited by the text that was seen; written as it was said"


def check_modern(kit):
    """The stateless protocol, with the client's own choice of the era."""
    calls = [{"name": "rows", "arguments": {"n": 40}}, {"name": "rows_text", "arguments": {"n": 40}}, {"name": "echo", "arguments": {"message": "x"}}]
    folder = kit.fixture("modern")
    server = ["node", str(kit.work / "mcp_modern_server.mjs")]
    said = []
    for sdk in ("v2-auto",):
        script = {"sdk": sdk, "list": True, "calls": calls}
        direct = kit.client(script, server, folder)
        for flags in ((), ("--structured", "strip")):
            proxied = kit.client(script, kit.proxy(*flags) + server, folder)
            require(proxied["version"] == direct["version"], f"{proxied['version']} instead of {direct['version']}")
            require(sdk != "v2-auto" or direct["version"] == "2026-07-28", f"not modern: {direct['version']}")
            require(proxied["instructions"].startswith(direct["instructions"] + "\n\n"), "no hint")
            rewritten = sum(same_result(kit, call["name"], a, b, bool(flags))
                            for call, a, b in zip(calls, direct["results"], proxied["results"]))
            require(rewritten == 2, f"{rewritten} rewritten")
            require(("structuredContent" in proxied["results"][0]) == (not flags), "structuredContent")
        said.append(f"{direct['version']} with {sdk}")
    return "; ".join(said)


def check_inspector(kit):
    """The inspector's command line."""
    node = kit.work / "inspector/node_modules/node/bin/node"
    version = subprocess.run([str(node), "--version"], capture_output=True, text=True, check=False) if node.exists() else None
    if version is None or version.returncode != 0:
        not_run("the inspector needs Node 22.19 or later, and npm did not bring it")
    inspector = kit.work / "inspector/node_modules/.bin/mcp-inspector"
    folder = kit.fixture("inspector")

    def run(front, *what):
        done = subprocess.run([str(node), str(inspector.resolve()), "--cli", *what, "--", *front, *kit.server("everything", folder)],
                              cwd=kit.work, env=dict(kit.environment(folder), PATH=f"{node.parent}:{os.environ['PATH']}"),
                              capture_output=True, text=True, timeout=TIMEOUT, check=False)
        require(done.returncode == 0, f"inspector {what}: {done.stdout[-1000:]}{done.stderr[-1000:]}")
        return done.stdout
    # It takes the first -- for itself: the first word that is no flag starts our command.
    front = [kit.laconic, "proxy"]
    asked = (("--method", "tools/list"), ("--method", "tools/call", "--tool-name", "echo", "--tool-arg", "message=hi"),
             ("--method", "resources/list"), ("--method", "prompts/list"))
    with concurrent.futures.ThreadPoolExecutor(4) as pool:
        direct = [pool.submit(run, [], *what) for what in asked]
        proxied = [pool.submit(run, front, *what) for what in asked]
        for what, a, b in zip(asked, direct, proxied):
            require(a.result() == b.result(), f"{what}: something else through the proxy")
    return f"Node {version.stdout.strip()}: lists and calls as without the proxy"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("laconic", type=pathlib.Path)
    parser.add_argument("work", type=pathlib.Path)
    parser.add_argument("--inspector", action="store_true")
    options = parser.parse_args()
    work = options.work.resolve()
    install(work, HERE)
    for name in SCRIPTS:
        shutil.copy(HERE / name, work / name)
    kit = Kit(options.laconic.resolve(), work)
    checks = [(check.__name__, check) for check in (check_probe, check_raw, check_strip, check_files, check_modern)]
    checks += values_checks()
    if options.inspector:
        # npm writes lockfiles without the packages of other platforms, and then misses them.
        install(work / "inspector", HERE / "inspector", ("install", "--no-save"))
        checks = [("check_inspector", check_inspector)]

    def run(check):
        start = time.monotonic()
        try:
            return True, f"ok   {check[0]}: {check[1](kit)} ({time.monotonic() - start:.1f} s)"
        except (AssertionError, subprocess.TimeoutExpired, queue.Empty, json.JSONDecodeError) as fault:
            return False, f"FAIL {check[0]}: {type(fault).__name__} {fault}"
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        outcomes = []
        for good, line in pool.map(run, checks):
            print(line, flush=True)
            outcomes.append(good)
    return 0 if all(outcomes) else 1


if __name__ == "__main__":
    sys.exit(main())
