// An MCP server that does what the tests need: it speaks both versions of the protocol, changes its tools, waits,
// counts cancelled calls, and ends when it is told to.
import { McpServer } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { z } from 'zod';

const text = (said: string) => ({ content: [{ type: 'text' as const, text: said }] });
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
  server.registerTool('flood', { description: 'Answers at length.' }, async () => text('x'.repeat(300_000)));
}

serveStdio(() => {
  const server = new McpServer({ name: 'changing', version: '1.2.3' }, { instructions: 'Changes at will.' });
  register(server);
  return server;
});
