// mcp_probe.mjs - sixteen steps of a client that uses everything; prints one line of JSON per step.
//
//     node mcp_probe.mjs COMMAND...
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import * as types from '@modelcontextprotocol/sdk/types.js';

const [command, ...args] = process.argv.slice(2);
const client = new Client(
  { name: 'laconic-probe', version: '1' },
  { capabilities: { sampling: {}, elicitation: {}, roots: { listChanged: true } } },
);
client.setRequestHandler(types.CreateMessageRequestSchema, async () => ({
  model: 'none', role: 'assistant', content: { type: 'text', text: 'sampled' },
}));
client.setRequestHandler(types.ElicitRequestSchema, async () => ({ action: 'decline' }));
client.setRequestHandler(types.ListRootsRequestSchema, async () => ({ roots: [{ uri: 'file:///probe', name: 'probe' }] }));
let logs = 0;
client.setNotificationHandler(types.LoggingMessageNotificationSchema, () => { logs += 1; });

const call = (name, argument = {}, options = undefined) =>
  client.callTool({ name, arguments: argument }, undefined, options);
const texts = (result) => result.content.map((block) => block.text ?? block.type);
const wait = (ms) => new Promise((done) => setTimeout(done, ms));

const steps = {
  connect: async () => client.connect(new StdioClientTransport({ command, args, env: process.env, stderr: 'ignore' })),
  list: async () => {
    await wait(300); // the server adds tools when it knows the client
    return (await client.listTools()).tools.map((tool) => tool.name).sort();
  },
  echo: async () => texts(await call('echo', { message: 'hi' })),
  env: async () => texts(await call('get-env')).length,
  structured: async () => (await call('get-structured-content', { location: 'Chicago' })).structuredContent,
  progress: async () => {
    const seen = [];
    await call('trigger-long-running-operation', { duration: 0.6, steps: 3 }, { onprogress: (p) => seen.push(p.progress) });
    return seen;
  },
  sampling: async () => texts(await call('trigger-sampling-request', { prompt: 'x', maxTokens: 5 })).join().includes('sampled'),
  elicitation: async () => texts(await call('trigger-elicitation-request')).join().length > 0,
  roots: async () => texts(await call('get-roots-list')).join().includes('file:///probe'),
  resources: async () => (await client.listResources()).resources.length,
  prompts: async () => (await client.listPrompts()).prompts.length,
  ping: async () => client.ping(),
  concurrent: async () => {
    const all = await Promise.all(Array.from({ length: 20 }, (_, i) => call('echo', { message: `m${i}` })));
    return all.map((result) => texts(result)[0]);
  },
  cancel: async () => {
    const abort = new AbortController();
    setTimeout(() => abort.abort('enough'), 300);
    try {
      await call('trigger-long-running-operation', { duration: 2, steps: 2 }, { signal: abort.signal });
    } catch (error) {
      return 'aborted';
    }
    return 'not aborted';
  },
  echo_again: async () => texts(await call('echo', { message: 'still here' })),
  log_push: async () => {
    await client.setLoggingLevel('debug');
    await call('toggle-simulated-logging');
    await wait(1200);
    await call('toggle-simulated-logging');
    return logs > 0;
  },
};
for (const [name, step] of Object.entries(steps)) {
  const late = new Promise((_, reject) => setTimeout(() => reject(new Error('no answer in 10 s')), 10000).unref());
  try {
    const got = await Promise.race([step(), late]);
    console.log(JSON.stringify({ step: name, got: got ?? null }));
  } catch (error) {
    console.log(JSON.stringify({ step: name, failed: String(error.message) }));
  }
}
await client.close();
process.exit(0);
