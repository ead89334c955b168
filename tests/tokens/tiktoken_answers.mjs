// tiktoken_answers.mjs - what the npm package tiktoken makes of texts.
//
//   node tiktoken_answers.mjs TEXTS ANSWERS
//
// The formats are described in peer_texts.cpp.
import { readFileSync, openSync, writeSync, closeSync } from 'node:fs'
import { get_encoding } from 'tiktoken'

const [texts, answers] = process.argv.slice(2)
const input = readFileSync(texts)
const encodings = ['o200k_base', 'cl100k_base'].map((name) => get_encoding(name))
const output = openSync(answers, 'w')
let pending = []
let size = 0
const flush = () => {
  writeSync(output, Buffer.concat(pending))
  pending = []
  size = 0
}
for (let at = 0; at < input.length; ) {
  const length = input.readUInt32LE(at)
  const text = input.toString('utf8', at + 4, at + 4 + length)
  at += 4 + length
  for (const encoding of encodings) {
    const ids = encoding.encode_ordinary(text)
    pending.push(Buffer.from(Uint32Array.of(ids.length).buffer), Buffer.from(ids.buffer, ids.byteOffset, ids.byteLength))
    size += ids.length
  }
  if (size > 1 << 18) flush()
}
flush()
closeSync(output)
