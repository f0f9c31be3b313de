// Where the CPU of a turn goes: the server under V8's sampling profiler, its self time by area.
import type { Profiler } from 'node:inspector';
import { type Bench, progress } from '../bench.ts';
import { scriptOf } from '../coordinator-turn/script.ts';
import { withDataFolder } from '../data-folder.ts';
import type { Figure } from '../figure.ts';
import { withInspector } from '../inspected/inspector.ts';
import { endProgram, startProgram } from '../streams/started-program.ts';
import { areaOf, type Frame } from './area-of.ts';

const AT_ONCE = 50;

/** Areas with a smaller share are told as one. */
const LEAST_SHARE = 0.01;

export const profile: Bench = ({ quick }) =>
  withDataFolder(async (folder) => {
    const model = await startProgram<{ url: string }>(new URL('./model-server.ts', import.meta.url));
    const program = new URL('../inspected/inspected-server.ts', import.meta.url);
    const server = await startProgram<{ url: string; inspector: string }>(program, [], {
      CADENCE_PORT: '0',
      CADENCE_DATA_DIR: folder,
      CADENCE_LOG_LEVEL: 'warn',
      CADENCE_PLUGINS_DIR: new URL('../../http/plugins', import.meta.url).pathname,
      CADENCE_CONCURRENCY: String(AT_ONCE),
      CADENCE_RATE_LIMIT_PER_KEY: '0',
      CADENCE_RATE_LIMIT_PER_USER: '0',
      CADENCE_RATE_LIMIT_PER_ADDRESS: '0',
      CADENCE_DEFAULT_MODEL: 'openai:coordinator',
      CADENCE_SYNTHESIZER_MODEL: 'openai:synthesizer',
      CADENCE_SUSPEND_MODEL: 'openai:synthesizer',
      OPENAI_BASE_URL: model.first.url,
      OPENAI_API_KEY: 'x',
      BENCH_SCRIPT: import.meta.resolve('./script.ts'),
    });
    try {
      const [warmUp, turns] = quick ? [100, 200] : [400, 1_000];
      progress(`profile: ${warmUp} turns to warm up, ${turns} under the profiler, ${AT_ONCE} at a time`);
      await takeTurns(server.first.url, warmUp);
      return await withInspector(server.first.inspector, async (inspector) => {
        await inspector.post('Profiler.enable');
        await inspector.post('Profiler.setSamplingInterval', { interval: 500 });
        await inspector.post('Profiler.start');
        await takeTurns(server.first.url, turns);
        const { profile: taken } = await inspector.post<Profiler.StopReturnType>('Profiler.stop');
        return figures(timeByArea(taken));
      });
    } finally {
      await Promise.all([endProgram(server), endProgram(model)]);
    }
  });

const headers = { 'content-type': 'application/json', accept: 'text/event-stream' };

/** Turns of conversations of their own, so that none has a history. */
async function takeTurns(url: string, count: number): Promise<void> {
  let next = 0;
  const worker = async () => {
    while (next < count) await takeTurn(url, next++);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}

async function takeTurn(url: string, turn: number): Promise<void> {
  const { question, answer } = scriptOf(turn);
  const post = async (path: string, body: object) => {
    const response = await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) });
    return response.text();
  };
  const { id }: { id: string } = JSON.parse(await post('/api/v1/conversations', {}));
  const events = await post(`/api/v1/conversations/${id}/messages`, { message: question });
  if (!events.includes(JSON.stringify(answer)))
    throw new Error(`Turn ${turn} failed: ${events.slice(-1_000)}`);
}

/** Microseconds by area, without those in which there was nothing to do. */
function timeByArea({ nodes, samples = [], timeDeltas = [] }: Profiler.Profile): Map<string, number> {
  const frames = new Map(
    nodes.map(({ id, callFrame }): [number, Frame] => [id, { ...callFrame, caller: undefined }]),
  );
  for (const { id, children = [] } of nodes)
    for (const child of children) Object.assign(frames.get(child) ?? {}, { caller: frames.get(id) });
  const times = new Map<string, number>();
  for (const [index, id] of samples.entries()) {
    const frame = frames.get(id);
    if (!frame || frame.functionName === '(idle)') continue;
    const area = areaOf(frame);
    times.set(area, (times.get(area) ?? 0) + (timeDeltas[index] ?? 0));
  }
  return times;
}

function figures(times: ReadonlyMap<string, number>): Figure[] {
  const all = [...times.values()].reduce((sum, time) => sum + time, 0);
  const shares = [...times].map(([area, time]) => ({ area, share: time / all }));
  const told = shares.filter(({ share }) => share >= LEAST_SHARE).toSorted((a, b) => b.share - a.share);
  const rest = shares.filter(({ share }) => share < LEAST_SHARE).reduce((sum, { share }) => sum + share, 0);
  return [...told, { area: 'areas under one percent each', share: rest }].map(({ area, share }) => ({
    what: area,
    value: `${(share * 100).toFixed(1)} %`,
  }));
}
