// formats_node.mjs - npm's libraries of TOON, TRON, YAML and MessagePack at the tasks of laconic bench.
//
//   node formats_node.mjs SECONDS OUTPUT_FOLDER JSON_FILE...
//
// Prints one JSON object: {"versions", "rows":[{format, op, dataset, best, median}]} with seconds
// of a run, and writes its answers to the folder for checking: DATASET.FORMAT, DATASET.FORMAT.json.
import { readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { decode as decodeMsgpack, encode as encodeMsgpack } from '@msgpack/msgpack'
import { decode as decodeToon, encode as encodeToon } from '@toon-format/toon'
import { parse as parseTron, stringify as stringifyTron } from '@tron-format/tron'
import { parse as parseYaml, stringify as stringifyYaml } from 'yaml'

const [seconds, folder, ...files] = process.argv.slice(2)
const formats = {
  toon: ['@toon-format/toon', encodeToon, decodeToon],
  tron: ['@tron-format/tron', stringifyTron, parseTron],
  yaml: ['yaml', stringifyYaml, parseYaml],
  msgpack: ['@msgpack/msgpack', encodeMsgpack, decodeMsgpack]
}

function measure(run) {
  // The compiler of the language needs some runs to see what is hot.
  const warm = performance.now()
  do run(); while (performance.now() - warm < 500 * seconds)
  const runs = []
  for (let total = 0; total < 1000 * seconds || runs.length < 5; total += runs.at(-1)) {
    const start = performance.now()
    run()
    runs.push(performance.now() - start)
  }
  runs.sort((a, b) => a - b)
  return { best: runs[0] / 1e3, median: runs[runs.length >> 1] / 1e3 }
}

const rows = []
for (const file of files) {
  const dataset = basename(file, '.json')
  const json = readFileSync(file, 'utf8')
  for (const [format, [, encode, decode]] of Object.entries(formats)) {
    const text = encode(JSON.parse(json))
    writeFileSync(join(folder, `${dataset}.${format}`), text)
    writeFileSync(join(folder, `${dataset}.${format}.json`), JSON.stringify(decode(text)))
    rows.push({ format, op: 'encode', dataset, ...measure(() => encode(JSON.parse(json))) })
    rows.push({ format, op: 'decode', dataset, ...measure(() => JSON.stringify(decode(text))) })
  }
}

const manifest = JSON.parse(readFileSync(new URL('package.json', import.meta.url), 'utf8'))
const versions = Object.fromEntries(Object.entries(formats).map(([format, [name]]) => [format, `${name} ${manifest.dependencies[name]}`]))
console.log(JSON.stringify({ versions, node: process.versions.node, rows }))
