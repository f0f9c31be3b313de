// Generators of clients that people use, each with a small program on what it makes of the document.

export interface Generator {
  name: string;
  /** The package and its program. */
  bin: [name: string, path: string];
  args: string[];
  /** Settings that it reads from a file. */
  config?: (url: string) => Record<string, string>;
  /** Uses the client that was made, with `url` and `key`; prints what it found as JSON. */
  program: string;
}

/** What each program is to find. */
export interface Found {
  status: string;
  answer: string;
  /** Types of the run's events. */
  events: string[];
  /** The code of an error. */
  error: string;
  /** Runs in the totals of usage. */
  runs: number;
}

const settings = `
const url = process.argv[2] ?? '';
const headers = { authorization: \`Bearer \${process.argv[3] ?? ''}\` };
const message = { message: 'What is 15 * 23?' };
declare const process: { argv: string[] };
`;

export const generators: Generator[] = [
  {
    name: 'orval',
    bin: ['orval', 'dist/bin/orval.mjs'],
    args: ['--config', 'orval.config.mjs'],
    config: (baseUrl) => ({
      'orval.config.mjs': `export default ${JSON.stringify({
        cadence: {
          input: './openapi.json',
          output: { target: './made/client.ts', client: 'fetch', baseUrl },
        },
      })};`,
    }),
    program: `${settings}
import { getRun, health, runEvents, sendMessage, usage } from './made/client.ts';

const { data: alive } = await health();
if (!('status' in alive)) throw new Error(alive.error.message);
const sent = await sendMessage('orval', message, { headers: { ...headers, 'Idempotency-Key': 'once' } });
if (sent.status !== 200 || !('answer' in sent.data)) throw new Error(\`answered \${sent.status}\`);
const run = sent.data;
const told = await runEvents(run.id, {}, { headers: { ...headers, accept: 'application/json' } });
if (told.status !== 200 || !('items' in told.data)) throw new Error('no events');
const events = told.data.items.map(({ type }) => type);
const none = await getRun('none', { headers });
const used = await usage({ bucket: 'hour' }, { headers });
if (none.status !== 404 || used.status !== 200) throw new Error('not as documented');
const runs = used.data.items.reduce((sum, { runs }) => sum + runs, 0);
console.log(JSON.stringify({ status: alive.status, answer: run.answer, events, error: none.data.error.code, runs }));
`,
  },
  {
    name: '@hey-api/openapi-ts',
    bin: ['@hey-api/openapi-ts', 'bin/run.js'],
    args: ['-i', 'openapi.json', '-o', 'made', '-c', '@hey-api/client-fetch', '--no-log-file', '--silent'],
    program: `${settings}
import { client } from './made/client.gen.ts';
import { getRun, health, langGraphStreamStatelessRun, sendMessage, usage } from './made/index.ts';
import type { StreamedEvent } from './made/index.ts';

client.setConfig({ baseUrl: url, auth: process.argv[3] });
const { data } = await health();
const { data: run } = await sendMessage({
  path: { id: 'hey' },
  body: message,
  headers: { 'Idempotency-Key': 'once' },
  throwOnError: true,
});
const events: string[] = [];
const { stream } = await client.sse.get<{ 200: StreamedEvent }>({ url: '/api/v1/runs/{id}/events', path: { id: run.id }, headers });
for await (const event of stream) {
  events.push(event.type);
  if (event.type === 'on_run_end' && event.data.answer !== run.answer) throw new Error('another answer');
}
const input = { messages: [{ role: 'user', content: message.message }] };
const frames = await langGraphStreamStatelessRun({ body: { assistant_id: 'coordinator', input, stream_mode: 'values' } });
const shown: unknown[] = [];
for await (const frame of frames.stream) shown.push(frame);
if (!JSON.stringify(shown).includes('345')) throw new Error('the stream has no answer');
const { error } = await getRun({ path: { id: 'none' } });
const { data: used } = await usage({ query: { bucket: 'hour' }, throwOnError: true });
const runs = used.items.reduce((sum, { runs }) => sum + runs, 0);
console.log(JSON.stringify({ status: data?.status, answer: run.answer, events, error: error?.error.code, runs }));
`,
  },
  {
    name: 'openapi-typescript',
    bin: ['openapi-typescript', 'bin/cli.js'],
    // Else a field with a default has to be sent.
    args: ['openapi.json', '-o', 'made/schema.ts', '--default-non-nullable', 'false'],
    program: `${settings}
import createClient from 'openapi-fetch';
import type { components, paths } from './made/schema.ts';

const client = createClient<paths>({ baseUrl: url, headers });
const { data } = await client.GET('/healthz');
const { data: sent } = await client.POST('/api/v1/conversations/{id}/messages', {
  params: { path: { id: 'typed' }, header: { 'Idempotency-Key': 'once' } },
  body: message,
});
if (!sent || !('answer' in sent)) throw new Error('no run');
const path = { id: sent.id };
const { data: told } = await client.GET('/api/v1/runs/{id}/events', {
  params: { path },
  headers: { accept: 'text/event-stream' },
  parseAs: 'text',
});
const typed = (line: string): components['schemas']['StreamedEvent'] => JSON.parse(line);
const lines = String(told).split('\\n').filter((line) => line.startsWith('data: '));
const events = lines.map((line) => typed(line.slice(6)).type);
const { error } = await client.GET('/api/v1/runs/{id}', { params: { path: { id: 'none' } } });
const { data: used } = await client.GET('/api/v1/usage', { params: { query: { bucket: 'hour' } } });
const runs = used?.items.reduce((sum, { runs }) => sum + runs, 0);
console.log(JSON.stringify({ status: data?.status, answer: sent.answer, events, error: error?.error.code, runs }));
`,
  },
];
