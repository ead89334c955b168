// tokenizers_answers.mjs - what the npm package tokenizers makes of texts.
//
//   node tokenizers_answers.mjs words VOCABULARY WORDS   texts of added tokens, for the texts
//   node tokenizers_answers.mjs answer VOCABULARY TEXTS ANSWERS
//
// The files are described in framed.hpp. The package has no way to treat special tokens as
// text, so they leave the vocabulary's list first, or get a text that does not occur where
// the ids behind them depend on them.
import { readFileSync, writeFileSync, openSync, writeSync, closeSync } from 'node:fs'
import { createRequire } from 'node:module'

const { Tokenizer } = createRequire(import.meta.url)('tokenizers')
const [mode, vocabulary, first, second] = process.argv.slice(2)
const json = JSON.parse(readFileSync(vocabulary, 'utf8'))
const added = json.added_tokens ?? []

const framed = (text) => {
  const bytes = Buffer.from(text, 'utf8')
  return Buffer.concat([Buffer.from(Uint32Array.of(bytes.length).buffer), bytes])
}

if (mode === 'words') {
  const special = added.filter((token) => token.special).slice(0, 10)
  const others = added.filter((token) => !token.special)
  const some = others.filter((_, i) => i % Math.ceil(others.length / 200) === 0)
  writeFileSync(first, Buffer.concat([...special, ...some].map((token) => framed(token.content))))
} else {
  const known = (token) => token.content in json.model.vocab
  json.added_tokens = added
    .filter((token) => !token.special || !known(token))
    .map((token, i) => (token.special ? { ...token, content: `\u{10FFFF}\u{10FFFE}${i}` } : token))
  const tokenizer = Tokenizer.fromString(JSON.stringify(json))
  const input = readFileSync(first)
  const output = openSync(second, 'w')
  let pending = []
  const flush = () => {
    writeSync(output, Buffer.concat(pending))
    pending = []
  }
  for (let at = 0; at < input.length; ) {
    const length = input.readUInt32LE(at)
    const text = input.toString('utf8', at + 4, at + 4 + length)
    at += 4 + length
    const ids = Uint32Array.from((await tokenizer.encode(text, null, { addSpecialTokens: false })).getIds())
    pending.push(Buffer.from(Uint32Array.of(ids.length).buffer), Buffer.from(ids.buffer))
    if (pending.length > 4096) flush()
  }
  flush()
  closeSync(output)
}
