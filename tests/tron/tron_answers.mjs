// tron_answers.mjs - what the npm package @tron-format/tron makes of documents and texts.
//
//   node tron_answers.mjs QUESTIONS ANSWERS
//
// The formats are described in tron_peer_documents.cpp.
import { createReadStream, createWriteStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { parse, stringify } from '@tron-format/tron'

const [questions, answers] = process.argv.slice(2)
const output = createWriteStream(answers)
const attempt = (text) => {
  try {
    return JSON.stringify(parse(text))
  } catch {
    return null
  }
}
for await (const line of createInterface({ input: createReadStream(questions) })) {
  const { value, texts } = JSON.parse(line)
  output.write(JSON.stringify({ tron: stringify(value), decoded: texts.map(attempt) }) + '\n')
}
output.end()
