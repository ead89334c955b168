// peer_graph_answers.mjs - asks the TypeScript GCF library about graphs, sessions, deltas, roots.
//
//   node peer_graph_answers.mjs QUESTIONS ANSWERS
//
// A question is {id, operation, input}; its answer is {id, answers}, one text per check of
// the operation. What the library threw stands in {"error": ...}. Judging is not done here.
import { createReadStream, createWriteStream } from 'node:fs';
import { createInterface } from 'node:readline';
import * as gcf from '@blackwell-systems/gcf';
// The graph's root is not part of what the package exports.
import { packRoot } from './node_modules/@blackwell-systems/gcf/dist/packroot.js';

const [questions, answers] = process.argv.slice(2);

function attempt(call) {
  try {
    return call();
  } catch (error) {
    return { error: String(error?.message ?? error) };
  }
}

// The empty string stands for "none" in our cases.
const edge = ({ source, target, edgeType, status }) => ({ source, target, edgeType, status: status ?? '' });
const symbol = ({ qualifiedName, kind, score, provenance, distance }) =>
  ({ qualifiedName, kind, score, provenance, distance });

function payloadText(p) {
  return JSON.stringify({
    tool: p.tool, tokenBudget: p.tokenBudget, tokensUsed: p.tokensUsed, packRoot: p.packRoot ?? '',
    symbols: p.symbols.map(symbol), edges: p.edges.map(edge),
  });
}

function deltaText(d) {
  return JSON.stringify({
    tool: d.tool, baseRoot: d.baseRoot, newRoot: d.newRoot, removed: d.removed.map(symbol), added: d.added.map(symbol),
    removedEdges: d.removedEdges.map(edge), addedEdges: d.addedEdges.map(edge),
  });
}

function sessionText(payloads) {
  const session = new gcf.Session();
  return payloads.map((payload) => gcf.encodeWithSession(payload, session)).join('');
}

function setDelta({ base, next, tool, deltaTokens, fullTokens, ours }) {
  return {
    text: attempt(() => gcf.encodeGenericDelta({ ...gcf.diffGenericSets(base, next), tool, deltaTokens, fullTokens })),
    full: attempt(() => gcf.encodeGenericFull(next, tool)),
    applied: attempt(() => {
      if (ours === undefined) throw new Error('nothing to read');
      const delta = gcf.decodeGenericDelta(ours);
      return gcf.genericPackRoot(gcf.verifyGenericDelta(base, delta, delta.newRoot));
    }),
  };
}

const operations = {
  'graph-encode': ({ payloads }) => ({ text: attempt(() => gcf.encode(payloads[0])) }),
  'graph-decode': ({ wire }) => ({ payload: attempt(() => payloadText(gcf.decode(wire))) }),
  'session-encode': ({ payloads }) => ({ text: attempt(() => sessionText(payloads)) }),
  'graph-delta': (input) => ({
    text: attempt(() => gcf.encodeDelta(input)),
    decoded: attempt(() => deltaText(gcf.decodeDelta(input.ours))),
  }),
  'graph-root': ({ payloads }) => ({ root: attempt(() => packRoot(payloads[0].symbols, payloads[0].edges)) }),
  'set-delta': setDelta,
  'set-root': ({ base }) => ({ root: attempt(() => gcf.genericPackRoot(base)) }),
};

const out = createWriteStream(answers);
for await (const line of createInterface({ input: createReadStream(questions), crlfDelay: Infinity })) {
  const { id, operation, input } = JSON.parse(line);
  const answer = { id, answers: operations[operation](input) };
  if (!out.write(JSON.stringify(answer) + '\n')) await new Promise((resume) => out.once('drain', resume));
}
out.end();
