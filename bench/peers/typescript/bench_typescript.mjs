// bench_typescript.mjs - the TypeScript GCF library at the tasks of the benchmark.
//
//   node bench_typescript.mjs SECONDS OUTPUT_FOLDER JSON_FILE...
//
// Prints one JSON object: {"version", "rows":[{task, dataset, seconds, runs}]}, where
// seconds is the mean of the runs, and writes its answers to the folder for checking.
import { readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { createRequire } from 'node:module';
import { decodeGeneric, encodeGeneric } from '@blackwell-systems/gcf';

const [seconds, folder, ...files] = process.argv.slice(2);
const rows = [];

// The library decodes objects to Map, which JSON.stringify does not know.
function toJson(value) {
  if (value instanceof Map) {
    const members = [];
    for (const [key, member] of value) members.push(JSON.stringify(key) + ':' + toJson(member));
    return '{' + members.join(',') + '}';
  }
  if (Array.isArray(value)) return '[' + value.map(toJson).join(',') + ']';
  return JSON.stringify(value);
}

function measure(task, dataset, run) {
  // The compiler of the language needs some runs to see what is hot.
  const warm = performance.now();
  do run(); while (performance.now() - warm < 500 * seconds);
  let runs = 0;
  const start = performance.now();
  const used = process.cpuUsage();
  let now = start;
  do {
    run();
    ++runs;
    now = performance.now();
  } while (now - start < 1000 * seconds);
  // CPU time, so that other work on the machine does not count; but the runtime has threads
  // of its own, so at most what passed on the clock.
  const { user, system } = process.cpuUsage(used);
  rows.push({ task, dataset, seconds: Math.min((now - start) / 1e3, (user + system) / 1e6) / runs, runs });
}

for (const file of files) {
  const dataset = basename(file, '.json');
  const json = readFileSync(file, 'utf8');
  const document = JSON.parse(json);
  const gcf = encodeGeneric(document);
  writeFileSync(join(folder, dataset + '.gcf'), gcf);
  writeFileSync(join(folder, dataset + '.json'), toJson(decodeGeneric(gcf)));
  measure('json_to_gcf', dataset, () => encodeGeneric(JSON.parse(json)));
  measure('gcf_to_json', dataset, () => toJson(decodeGeneric(gcf)));
  measure('document_to_gcf', dataset, () => encodeGeneric(document));
  measure('gcf_to_document', dataset, () => decodeGeneric(gcf));
}

const installed = createRequire(import.meta.url).resolve('@blackwell-systems/gcf');
const home = installed.slice(0, installed.lastIndexOf('/dist/'));
const version = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8')).version;
console.log(JSON.stringify({ version: `${version}, node ${process.versions.node}`, rows }));
