// tokens_node.mjs - the npm package tiktoken counting the texts of the benchmark.
//
//   node tokens_node.mjs SECONDS FILE...
//
// Prints one JSON object: {"rows":[{contender, encoding, file, seconds, tokens}]}.
import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { get_encoding } from 'tiktoken'

const [seconds, ...files] = process.argv.slice(2)
const rows = []
for (const encoding of ['o200k_base', 'cl100k_base']) {
  const tokenizer = get_encoding(encoding)
  for (const path of files) {
    const text = readFileSync(path, 'utf8')
    const count = () => tokenizer.encode_ordinary(text).length
    const tokens = count()
    const start = performance.now()
    const used = process.cpuUsage()
    let runs = 0
    while (performance.now() - start < seconds * 1000) {
      count()
      ++runs
    }
    // Other work on the machine must not count.
    const cpu = process.cpuUsage(used).user / 1e6
    const passed = Math.min((performance.now() - start) / 1000, cpu)
    rows.push({ contender: 'npm tiktoken', encoding, file: basename(path), seconds: passed / runs, tokens })
  }
}
console.log(JSON.stringify({ rows }))
