// mcp_modern_server.mjs - a small server of the stateless protocol, with tables.
import { McpServer } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { z } from 'zod';

const table = (n) =>
  Array.from({ length: n }, (_, i) => ({ id: i, name: `row ${i}`, active: i % 3 === 0, score: i * 0.5 }));

serveStdio(() => {
  const server = new McpServer({ name: 'modern', version: '1' }, { instructions: 'Tables of rows.' });
  const size = z.object({ n: z.number() });
  server.registerTool('rows', { inputSchema: size, outputSchema: z.object({ rows: z.array(z.any()) }) }, async ({ n }) => {
    const value = { rows: table(n) };
    return { content: [{ type: 'text', text: JSON.stringify(value, null, 2) }], structuredContent: value };
  });
  server.registerTool('rows_text', { inputSchema: size }, async ({ n }) => ({
    content: [{ type: 'text', text: JSON.stringify(table(n), null, 2) }],
  }));
  server.registerTool('echo', { inputSchema: z.object({ message: z.string() }) }, async ({ message }) => ({
    content: [{ type: 'text', text: message }],
  }));
  return server;
});
