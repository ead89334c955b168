// everyday_answers.mjs - npm's yaml, @msgpack/msgpack and cbor-x read our texts, and write their own.
//
//   node everyday_answers.mjs QUESTIONS ANSWERS
//
// The formats are described in everyday_peer_documents.cpp. Exit code 1: something was read otherwise.
import { createReadStream, createWriteStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { decode as decodeMsgpack, encode as encodeMsgpack } from '@msgpack/msgpack'
import { Decoder, Encoder } from 'cbor-x'
import { parse, stringify } from 'yaml'

const [questions, answers] = process.argv.slice(2)
const output = createWriteStream(answers)
const cbor = { useRecords: false, mapsAsObjects: true }
const same = (a, b) => {
  if (typeof a === 'bigint') return Number(a) === b // cbor-x, for integers of eight bytes
  if (a === b) return true
  if (a === null || b === null || typeof a !== 'object' || typeof b !== 'object') return false
  if (Array.isArray(a) !== Array.isArray(b)) return false
  const keys = Object.keys(a)
  return keys.length === Object.keys(b).length && keys.every((key) => Object.hasOwn(b, key) && same(a[key], b[key]))
}
const readers = {
  yaml: (text) => parse(text, { maxAliasCount: 0 }),
  'yaml 1.1': (text) => parse(text, { version: '1.1', maxAliasCount: 0 }),
  msgpack: (text) => decodeMsgpack(Buffer.from(text, 'hex')),
  cbor: (text) => new Decoder(cbor).decode(Buffer.from(text, 'hex'))
}
let lines = 0
let wrong = 0
for await (const line of createInterface({ input: createReadStream(questions) })) {
  const question = JSON.parse(line)
  const { value } = question
  lines += 1
  for (const [name, read] of Object.entries(readers)) {
    const text = question[name.split(' ')[0]]
    if (text === null) continue
    let back
    try {
      back = read(text)
    } catch (fault) {
      back = String(fault)
    }
    if (same(back, value)) continue
    wrong += 1
    if (wrong <= 5) console.log(`${name}:\n${text}\n--- theirs\n${JSON.stringify(back, (key, part) => (typeof part === 'bigint' ? String(part) : part))}\n--- ours\n${JSON.stringify(value)}\n`)
  }
  output.write(JSON.stringify({
    yaml: stringify(value, { aliasDuplicateObjects: false }),
    msgpack: Buffer.from(encodeMsgpack(value, { maxDepth: 600 })).toString('hex'),
    cbor: Buffer.from(new Encoder(cbor).encode(value)).toString('hex')
  }) + '\n')
}
output.end()
console.log(`${lines} documents of ours, ${wrong} read otherwise`)
process.exitCode = wrong === 0 && lines > 0 ? 0 : 1
