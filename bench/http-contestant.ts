// Cadence's server as a contestant of the agent bench, over its own streams.
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';

const benchFolder = pathToFileURL(`${dirname(process.argv[1] ?? '')}/`);
const { httpContestant } = await import(new URL('http-contestant.ts', benchFolder).href);

export default httpContestant({
  name: 'cadence-server',
  notes:
    'the server of Cadence, its coordinator over two plugins, SQLite: every step, event and receipt stored',
  packages: ['@langchain/langgraph', '@langchain/core', 'fastify'],
  command: [process.execPath, join(import.meta.dirname, 'http/server.ts')],
  env: { BENCH_SCRIPT: new URL('script.ts', benchFolder).href },
  ready: '/readyz',
  request: (threadId: string, message: string) => ({
    path: `/api/v1/conversations/${threadId}/messages`,
    headers: { accept: 'text/event-stream' },
    body: { message, workflowId: 'coordinator' },
  }),
  token: (event: string, data: string): string | undefined =>
    event === 'on_chat_model_stream' ? JSON.parse(data).data.chunk : undefined,
});
