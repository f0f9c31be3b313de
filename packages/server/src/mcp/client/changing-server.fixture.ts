// An MCP server that does what the tests need: it speaks both versions of the protocol, changes its tools, waits,
// counts cancelled calls, reads files, and ends when it is told to.
import { McpServer } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { z } from 'zod';

const text = (said: string) => ({ content: [{ type: 'text' as const, text: said }] });
const NOTE = 'The boat is green.';
const picture = Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), Buffer.alloc(60_000, 7)]);
let waiting = 0;
let cancelled = 0;

function register(server: McpServer): void {
  server.registerTool('grow', { description: 'Adds a tool.' }, async () => {
    server.registerTool('extra', { description: 'Was not there before.' }, async () => text('extra'));
    return text('grown');
  });
  server.registerTool(
    'fail',
    { description: 'Reports an error.', inputSchema: z.object({ why: z.string() }) },
    async ({ why }) => ({ ...text(why), isError: true }),
  );
  server.registerTool('end', { description: 'Ends the process.' }, async () => process.exit(7));
  server.registerTool('wait', { description: 'Waits until it is cancelled.' }, async ({ mcpReq }) => {
    waiting++;
    await new Promise((resolve) => mcpReq.signal.addEventListener('abort', resolve, { once: true }));
    cancelled++;
    return text('cancelled');
  });
  server.registerTool('count', { description: 'Counts calls that wait or waited.' }, async () =>
    text(`${waiting} waited, ${cancelled} cancelled`),
  );
  // As the file server of the protocol's authors answers: once for each kind of client.
  const read = { description: 'Reads a file.', outputSchema: z.object({ content: z.string() }) };
  server.registerTool('read', read, async () => {
    return { ...text(NOTE), structuredContent: { content: NOTE } };
  });
  const image = { type: 'image' as const, mimeType: 'image/png', data: picture.toString('base64') };
  const view = {
    description: 'Reads a picture.',
    outputSchema: z.object({
      content: z.array(z.object({ type: z.string(), data: z.string(), mimeType: z.string() })),
    }),
  };
  server.registerTool('view', view, async () => {
    return { content: [image], structuredContent: { content: [image] } };
  });
  server.registerTool('flood', { description: 'Answers at length.' }, async () => text('x'.repeat(300_000)));
}

serveStdio(() => {
  const server = new McpServer({ name: 'changing', version: '1.2.3' }, { instructions: 'Changes at will.' });
  register(server);
  return server;
});
