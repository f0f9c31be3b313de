// Readers at another process than the one that carries their runs out: how late the text, the start and a cancel are.
import { Agent, request } from 'node:http';
import { startPostgres } from '@cadence-agents/storage/testing';
import { noRedis, startRedis } from '@cadence-agents/testkit';
import { type Bench, progress } from '../bench.ts';
import { withDataFolder } from '../data-folder.ts';
import type { Figure } from '../figure.ts';
import { readStream } from '../streams/read-stream.ts';
import { endProgram, type StartedProgram, startProgram } from '../streams/started-program.ts';
import { pickUps } from './pick-up.ts';
import { modelServer, script, server } from './programs.ts';

const TOKENS = 40;
const TOKEN_DELAY_MS = 50;

type Served = StartedProgram<{ url: string }>;

export const processes: Bench = ({ quick }) =>
  withDataFolder(async (folder) => {
    const readers = quick ? 5 : 20;
    const postgres = await startPostgres();
    const redis = noRedis ? undefined : await startRedis();
    const model = await startProgram<{ origin: string }>(modelServer);
    const env = (more: Record<string, string>) => ({
      CADENCE_PORT: '0',
      CADENCE_DATA_DIR: folder,
      CADENCE_LOG_LEVEL: 'error',
      CADENCE_DEFAULT_MODEL: 'openai:m',
      OPENAI_BASE_URL: `${model.first.origin}/v1`,
      OPENAI_API_KEY: 'x',
      ...more,
    });
    const onPostgres = async () => ({ CADENCE_DATABASE_URL: await postgres.freshDatabase() });
    const ways: [name: string, env: () => Promise<Record<string, string>>][] = [
      ['by NOTIFY', onPostgres],
      ['on SQLite', async () => ({})],
    ];
    if (redis) ways.push(['by Redis', async () => ({ ...(await onPostgres()), CADENCE_BUS_URL: redis.url })]);
    const figures: Figure[] = [];
    try {
      for (const [name, more] of ways) {
        progress(`processes: ${name}`);
        const shared = env(await more());
        const carrying: Served = await startProgram(server, [], shared);
        const accepting: Served = await startProgram(server, ['no-worker'], shared);
        try {
          const answer = text();
          await script(model.first.origin, { ...answer, repeat: true });
          const [near, far] = [carrying.first.url, accepting.first.url];
          await readAll(near, 3, 'warm');
          await readAll(far, 3, 'warm-far');
          const here = await readAll(near, readers, 'near');
          const there = await readAll(far, readers, 'far');
          await script(model.first.origin, { kind: 'reply', text: 'Soon.', delayMs: 200, repeat: true });
          const paced = await pickUps(far, readers * 10, 50);
          const burst = await pickUps(far, readers, 0);
          await script(model.first.origin, { kind: 'reply', text: 'Late.', delayMs: 60_000, repeat: true });
          const cancels = await cancelAll(far, readers);
          figures.push(
            { what: `Delay of a token at the same process`, value: percentiles(here.delays) },
            { what: `Delay of a token at another, ${name}`, value: percentiles(there.delays) },
            { what: `From a message to its run's start, ${name}`, value: percentiles(there.starts) },
            { what: `Pick-up of a message, 20 a second, ${name}`, value: percentiles(paced) },
            { what: `Pick-up of ${readers} messages at once, ${name}`, value: percentiles(burst) },
            { what: `From a cancel to the end of the stream, ${name}`, value: percentiles(cancels) },
          );
        } finally {
          await Promise.all([endProgram(carrying), endProgram(accepting)]);
        }
      }
      return figures;
    } finally {
      await endProgram(model);
      await redis?.stop();
      await postgres.stop();
    }
  });

function text() {
  const words = Array.from({ length: TOKENS }, (_, index) => `${index}@now`).join(' ');
  return { kind: 'reply', text: words, clock: true, tokenDelayMs: TOKEN_DELAY_MS, delayMs: 300 };
}

async function readAll(url: string, count: number, name: string) {
  const agent = new Agent({ maxSockets: Number.POSITIVE_INFINITY });
  const read = await Promise.all(
    Array.from({ length: count }, async (_, index) => {
      const sentAt = Date.now();
      const stream = await readStream(url, agent, `${name}-${index}`, () => {});
      if (stream.problem) progress(`processes: ${stream.problem}`);
      return { ...stream, start: (stream.startedAt ?? Number.NaN) - sentAt };
    }),
  );
  return { delays: read.flatMap(({ delays }) => delays), starts: read.map(({ start }) => start) };
}

/** From the request to the end that a reader is told of. */
function cancelAll(url: string, count: number): Promise<number[]> {
  return Promise.all(Array.from({ length: count }, (_, index) => cancelled(url, `cancel-${index}`)));
}

function cancelled(url: string, conversationId: string): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  let asked = 0;
  const sent = request(
    `${url}/api/v1/conversations/${conversationId}/messages`,
    { method: 'POST', headers: { 'content-type': 'application/json', accept: 'text/event-stream' } },
    (response) => {
      response.setEncoding('utf8');
      response.on('data', (chunk: string) => {
        const runId = /"runId":"([^"]+)"/.exec(chunk)?.[1];
        if (asked === 0 && runId && chunk.includes('on_chat_model_start')) {
          asked = Date.now();
          fetch(`${url}/api/v1/runs/${runId}/cancel`, { method: 'POST' }).catch(reject);
        }
      });
      response.once('end', () => resolve(Date.now() - asked));
    },
  );
  sent.once('error', reject);
  sent.end(JSON.stringify({ message: 'Wait.', workflowId: 'assistant' }));
  return promise;
}

function percentiles(values: readonly number[]): string {
  const sorted = [...values].sort((a, b) => a - b);
  const at = (share: number) => Math.round(sorted[Math.floor(sorted.length * share)] ?? Number.NaN);
  return `${at(0.5)} ms, p99 ${at(0.99)} ms`;
}
