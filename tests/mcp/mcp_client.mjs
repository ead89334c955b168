// mcp_client.mjs - a real client that does what a script says and prints what it got, as JSON.
//
//     node mcp_client.mjs '{"sdk":"v1","list":true,"calls":[{"name":"echo","arguments":{}}]}' COMMAND...

const script = JSON.parse(process.argv[2]);
const [command, ...args] = process.argv.slice(3);
const transportOptions = { command, args, env: process.env, stderr: 'ignore' };
const info = { name: script.client ?? 'laconic-test', version: '1' };

async function connect() {
  if (script.sdk === 'v1') {
    const { Client } = await import('@modelcontextprotocol/sdk/client/index.js');
    const { StdioClientTransport } = await import('@modelcontextprotocol/sdk/client/stdio.js');
    const client = new Client(info, { capabilities: {} });
    await client.connect(new StdioClientTransport(transportOptions));
    return client;
  }
  const { Client } = await import('@modelcontextprotocol/client');
  const { StdioClientTransport } = await import('@modelcontextprotocol/client/stdio');
  const client = new Client(info, { versionNegotiation: { mode: script.sdk === 'v2-auto' ? 'auto' : 'legacy' } });
  await client.connect(new StdioClientTransport(transportOptions));
  return client;
}

const client = await connect();
const out = { instructions: client.getInstructions?.() ?? null, version: client.getNegotiatedProtocolVersion?.() ?? null };
if (script.list) out.tools = (await client.listTools()).tools;
out.results = [];
for (const call of script.calls) {
  try {
    out.results.push(await client.callTool(call));
  } catch (error) {
    out.results.push({ failed: error.message, code: error.code });
  }
}
await client.close();
process.stdout.write(`${JSON.stringify(out)}\n`, () => process.exit(0));
