// toon_answers.mjs - what the npm package @toon-format/toon makes of documents and texts.
//
//   node toon_answers.mjs QUESTIONS ANSWERS
//
// The formats are described in toon_peer_documents.cpp.
import { createReadStream, createWriteStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { decode, encode } from '@toon-format/toon'

const [questions, answers] = process.argv.slice(2)
const output = createWriteStream(answers)
const attempt = (text, strict) => {
  try {
    return JSON.stringify(decode(text, { strict }))
  } catch {
    return null
  }
}
for await (const line of createInterface({ input: createReadStream(questions) })) {
  const { value, texts } = JSON.parse(line)
  const decoded = texts.flatMap((text) => [attempt(text, true), attempt(text, false)])
  output.write(JSON.stringify({ toon: encode(value), decoded }) + '\n')
}
output.end()
