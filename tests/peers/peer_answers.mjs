// peer_answers.mjs - asks the TypeScript GCF library about documents, one JSON object per line.
//
//   node peer_answers.mjs QUESTIONS ANSWERS
//
// A question is {id, json, gcf, compact}. Its answer is {id, encoded, decoded, compact}: how
// the library encodes the JSON text, and what it reads from our two texts, as JSON. What it
// threw stands in {"error": ...}. Judging is not done here.
import { createReadStream, createWriteStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { decodeGeneric, encodeGeneric, parseJSONOrdered } from '@blackwell-systems/gcf';

const [questions, answers] = process.argv.slice(2);

// The library decodes objects to Map, which JSON.stringify does not know.
function toJson(value) {
  if (value instanceof Map) {
    const members = [];
    for (const [key, member] of value) members.push(JSON.stringify(key) + ':' + toJson(member));
    return '{' + members.join(',') + '}';
  }
  if (Array.isArray(value)) return '[' + value.map(toJson).join(',') + ']';
  if (typeof value === 'number' && !Number.isFinite(value)) throw new Error(`not finite: ${value}`);
  const text = JSON.stringify(value);
  if (text === undefined) throw new Error(`not a JSON value: ${String(value)}`);
  return text;
}

function attempt(call) {
  try {
    return call();
  } catch (error) {
    return { error: String(error?.message ?? error) };
  }
}

const out = createWriteStream(answers);
for await (const line of createInterface({ input: createReadStream(questions), crlfDelay: Infinity })) {
  const { id, json, gcf, compact } = JSON.parse(line);
  const answer = {
    id,
    encoded: attempt(() => encodeGeneric(parseJSONOrdered(json))),
    decoded: attempt(() => toJson(decodeGeneric(gcf))),
    compact: attempt(() => toJson(decodeGeneric(compact))),
  };
  if (!out.write(JSON.stringify(answer) + '\n')) await new Promise((resume) => out.once('drain', resume));
}
out.end();
