// relay.mjs - what a proxy built on an SDK does at least: parse every message, write it again.
//
//   node relay.mjs COMMAND [ARGUMENT...]
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";

const [command, ...rest] = process.argv.slice(2);
const child = spawn(command, rest, { stdio: ["pipe", "pipe", "inherit"] });

function relay(from, to) {
  createInterface({ input: from, crlfDelay: Infinity }).on("line", (line) => {
    to.write(JSON.stringify(JSON.parse(line)) + "\n");
  });
}

relay(process.stdin, child.stdin);
relay(child.stdout, process.stdout);
process.stdin.on("end", () => child.stdin.end());
child.on("exit", (code) => process.exit(code ?? 1));
