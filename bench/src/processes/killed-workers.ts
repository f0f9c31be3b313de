// Workers that are killed with messages in flight: how long a message takes that meets one.
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { createClient } from '@cadence-agents/client';
import { startPostgres } from '@cadence-agents/storage/testing';
import { type Bench, progress } from '../bench.ts';
import { withDataFolder } from '../data-folder.ts';
import { atMost } from '../figure.ts';
import { endProgram, type StartedProgram, startProgram } from '../streams/started-program.ts';
import { modelServer, script, server } from './programs.ts';

const MESSAGES_A_KILL = 6;
/** How long an answer takes when nothing is in its way. */
const ANSWER_MS = 1_000;

type Worker = StartedProgram<{ url: string }>;

export const killedWorkers: Bench = ({ quick }) =>
  withDataFolder(async (folder) => {
    const kills = quick ? 5 : 30;
    const postgres = await startPostgres();
    const model = await startProgram<{ origin: string }>(modelServer);
    const env = {
      CADENCE_PORT: '0',
      CADENCE_DATA_DIR: folder,
      CADENCE_LOG_LEVEL: 'error',
      CADENCE_DATABASE_URL: await postgres.freshDatabase(),
      CADENCE_DEFAULT_MODEL: 'openai:m',
      OPENAI_BASE_URL: `${model.first.origin}/v1`,
      OPENAI_API_KEY: 'x',
    };
    await script(model.first.origin, { kind: 'reply', text: 'Done.', delayMs: ANSWER_MS, repeat: true });
    const front: Worker = await startProgram(server, ['no-worker'], env);
    let workers: Worker[] = [await startProgram(server, [], env), await startProgram(server, [], env)];
    const met: number[] = [];
    try {
      await send(front.first.url, 2);
      for (let kill = 1; kill <= kills; kill++) {
        const asked = await requestsOf(model.first.origin);
        const sent = send(front.first.url, MESSAGES_A_KILL);
        while ((await requestsOf(model.first.origin)) < asked + MESSAGES_A_KILL) await sleep(20);
        const [victim, ...others] = workers;
        victim?.child.kill('SIGKILL');
        const [next] = await Promise.all([
          startProgram<{ url: string }>(server, [], env),
          victim && once(victim.child, 'exit'),
        ]);
        workers = [...others, next];
        met.push(...(await sent).filter(({ attempt }) => attempt > 1).map(({ ms }) => ms));
        progress(`killed-workers: ${kill} of ${kills}, ${met.length} messages met one`);
      }
    } finally {
      await Promise.all([front, ...workers, model].map(endProgram));
      await postgres.stop();
    }
    const sorted = met.sort((a, b) => a - b);
    const at = (share: number) => sorted[Math.floor(sorted.length * share)] ?? Number.NaN;
    return [
      { what: `Messages that met one of ${kills} kills`, value: String(met.length) },
      { what: 'From such a message to its answer, p50', value: `${Math.round(at(0.5))} ms` },
      atMost('From such a message to its answer, p99', at(0.99), 4_000, (ms) => `${Math.round(ms)} ms`),
    ];
  });

/** How often the model was asked. */
async function requestsOf(origin: string): Promise<number> {
  const connections: unknown = await (await fetch(`${origin}/control/connections`)).json();
  return Array.isArray(connections) ? connections.length : 0;
}

function send(url: string, count: number): Promise<{ ms: number; attempt: number }[]> {
  const client = createClient({ baseUrl: url });
  return Promise.all(
    Array.from({ length: count }, async () => {
      const sentAt = performance.now();
      const { status, attempt } = await client.sendMessage({
        params: { id: crypto.randomUUID() },
        body: { message: 'Hello.', workflowId: 'assistant' },
      });
      if (status !== 'completed') throw new Error(`A message ended as ${status}.`);
      return { ms: performance.now() - sentAt, attempt };
    }),
  );
}
