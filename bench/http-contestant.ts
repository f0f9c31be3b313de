// Cadence's server as a contestant of the agent bench, spoken to as an OpenAI-compatible server.
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';

const benchFolder = pathToFileURL(`${dirname(process.argv[1] ?? '')}/`);
const { httpContestant } = await import(new URL('http-contestant.ts', benchFolder).href);

export default httpContestant({
  name: 'cadence-server',
  notes:
    'the server of Cadence, its coordinator over two plugins, SQLite: every step, event and receipt stored',
  packages: ['fastify'],
  command: [process.execPath, join(import.meta.dirname, 'http/server.ts')],
  env: { BENCH_SCRIPT: new URL('script.ts', benchFolder).href },
  ready: '/readyz',
});
