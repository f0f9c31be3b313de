// Runs of three designs on both databases and both runtimes, some of them taken up after their process was killed, are
// replayed from files alone: in a process that has no key, no database and no network.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isJsonObject, type Recording } from '@cadence-agents/contracts';
import { sharedPostgres } from '@cadence-agents/storage/testing';
import { runs } from '@cadence-agents/testkit/random-runs';
import { expect, it, onTestFinished } from 'vitest';
import { cadence, serving, temporaryFolder, writeFiles } from './cli.fixture.ts';
import { desk, project, question, startModel } from './replay-proof.fixture.ts';

/** Fewer than these are not enough to see each thing that can happen. */
const RUNS = runs(32, 32);

const designs = ['coordinator', 'plan-verify', '2nChat'];
const ways = ['slow', 'parallel', 'handoff', 'limit', 'error', 'slow', 'structured'];
/** The runs of one server: each way once, then the three designs on a hostile provider, and so on. */
const plan = (count: number) =>
  Array.from({ length: count }, (_, index) => {
    const way = ways[index % (ways.length + designs.length)];
    if (way === undefined) return { way: 'any', workflowId: designs[index % designs.length] ?? '' };
    return { way, workflowId: way === 'structured' ? 'coordinator' : 'desk' };
  });

type Recorded = Pick<Recording, 'run' | 'recorded' | 'events'>;

const isOfType = (type: string) => (event: { type: string }) => event.type === type;
/** What can be seen of a run in its recording. */
const sights: Readonly<Record<string, (recording: Recorded) => boolean>> = {
  crashed: ({ recorded, events }) => recorded.filter(isOfType('attempt')).length > endsIn(events),
  'crashed in a tool': ({ events }) =>
    events.some(({ data }) => 'output' in data && String(data.output).startsWith('Outcome unknown')),
  'handed off': ({ events }) => endsIn(events) > 1,
  'out of bounds': ({ events }) => events.some(({ data }) => 'rule' in data && data.rule === 'limit'),
  'refused by its model': ({ recorded }) => recorded.some((entry) => 'error' in entry),
  'side by side': ({ events }) =>
    events.some((event, index) => [event, events[index + 1]].every((each) => each?.type === 'on_tool_start')),
  structured: ({ events }) => events.some(({ data }) => 'structured' in data && data.structured),
};
const endsIn = (events: Recorded['events']) => events.filter(isOfType('on_run_end')).length;

/** Written anew, so that it can be told whether the command is right. */
function sha256(events: Recorded['events']): string {
  const inOrder = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(inOrder);
    if (!isJsonObject(value)) return value;
    const keys = Object.keys(value).toSorted();
    return Object.fromEntries(keys.map((key) => [key, inOrder(value[key])]));
  };
  return createHash('sha256')
    .update(JSON.stringify(inOrder(events)))
    .digest('hex');
}

const MOST_ATTEMPTS = 10;
const patience = { timeout: 300_000, interval: 100 };

/** Has runs made, kills the process in the midst of them, and has another one end them. */
async function makeRuns(folder: string, env: Record<string, string>, count: number): Promise<void> {
  const { client, child } = await serving(folder, env);
  await client.putWorkflow({ params: { id: desk.id }, query: {}, body: desk });
  const sent = plan(count).map(({ way, workflowId }, number) =>
    client.sendMessage({
      params: { id: `${way}-${number}` },
      body: { message: question(way, number), workflowId },
    }),
  );
  // Of most, the answer never comes: the process is killed.
  const answers = Promise.allSettled(sent);
  const list = async (of: typeof client) => (await of.listRuns({ query: { limit: 200 } })).items;
  const hasBegun = async () => (await list(client)).length === count && existsSync(join(folder, 'posted'));
  await expect.poll(hasBegun, patience).toBe(true);
  child.kill('SIGKILL');
  await once(child, 'exit');
  await answers;
  writeFiles(folder, { collected: '' });
  const after = await serving(folder, env);
  const openRuns = async () => {
    const open = (await list(after.client)).filter(
      ({ endedAt, handoff }) => endedAt === null || handoff !== null,
    );
    for (const { id, handoff, attempt } of open) {
      // A hostile model may ask for ever.
      if (attempt > MOST_ATTEMPTS) await after.client.cancelRun({ params: { id } });
      else if (handoff) {
        const text = handoff.choices?.[0] ?? 'Go on.';
        await after.client.answerHandoff({ params: { id: handoff.id }, body: { text } });
      }
    }
    return open.map(({ id }) => id);
  };
  await expect.poll(openRuns, patience).toEqual([]);
  after.child.kill('SIGTERM');
  await once(after.child, 'exit');
}

it('replays recorded runs from their files, without a key, a database or a network', async () => {
  const model = await startModel();
  onTestFinished(() => model.close());
  const postgres = sharedPostgres();
  onTestFinished(postgres.drop);
  const all = [
    { runtime: 'native', database: 'SQLite' },
    { runtime: 'langgraph', database: 'PostgreSQL' },
    { runtime: 'langgraph', database: 'SQLite' },
    { runtime: 'native', database: 'PostgreSQL' },
  ];
  const cells = RUNS < 100 ? all.slice(0, 2) : all;
  const folder = writeFiles(temporaryFolder(), project);
  for (const [index, { runtime, database }] of cells.entries()) {
    const own = writeFiles(temporaryFolder(), project);
    const env = {
      CADENCE_RUNTIME: runtime,
      CADENCE_PLUGINS_DIR: 'plugins',
      CADENCE_DEFAULT_MODEL: 'openai:fake',
      OPENAI_BASE_URL: model.url,
      OPENAI_API_KEY: 'sk-not-a-real-one',
      ...(database === 'PostgreSQL' && { CADENCE_DATABASE_URL: await postgres.freshDatabase() }),
    };
    await makeRuns(own, env, RUNS / cells.length);
    const files = join(folder, 'recordings', `${index}`);
    const made = await cadence(['test', files, '--from-runs', '--sample', '1000', '--json'], {
      cwd: own,
      env,
    });
    expect.soft(made).toMatchObject({ code: 0, stderr: '' });
  }

  const recordings = globSync(join(folder, 'recordings/*/*.run.json')).map((file): [string, Recorded] => [
    file,
    JSON.parse(readFileSync(file, 'utf8')),
  ]);
  expect(recordings).toHaveLength(RUNS);
  const seen = Object.entries(sights).map(([name, isSeen]) => [
    name,
    recordings.filter(([, recording]) => isSeen(recording)).length,
  ]);
  console.log(seen.map(([name, count]) => `${name}: ${count}`).join(', '));
  for (const [name, count] of seen) expect.soft({ [name ?? '']: count }).not.toEqual({ [name ?? '']: 0 });

  const { replayed, attempts } = await replayApart(folder);
  expect(attempts).toBe('');
  const expected = recordings.map(([file, { events }]) => [file, sha256(events)] as const);
  expect(new Map(replayed.map(({ file, digest }) => [file, digest] as const))).toEqual(new Map(expected));
}, 600_000);

const inNoNetwork = ['unshare', '-rn'];

/** Where nobody can be reached, and whoever tries is noted; on machines that allow it, without a network at all. */
async function replayApart(folder: string) {
  const notes = (name: string) => ({
    env: { ATTEMPTS_FILE: join(folder, name), NODE_OPTIONS: `--import=${join(folder, 'no-network.mjs')}` },
    read: () => (existsSync(join(folder, name)) ? readFileSync(join(folder, name), 'utf8') : ''),
  });
  const probe = notes('probed');
  spawnSync(process.execPath, ['-e', 'fetch("http://127.0.0.1:9999").catch(() => {})'], { env: probe.env });
  expect(probe.read()).toBe('connect\n');
  const [unshare = '', ...options] = inNoNetwork;
  const isAllowed = spawnSync(unshare, [...options, 'true']).status === 0;
  console.log(isAllowed ? 'Replayed in a network namespace of its own.' : 'Replayed without a namespace.');
  const attempts = notes('attempts');
  const { stdout, stderr } = await cadence(['test', join(folder, 'recordings'), '--as-recorded', '--json'], {
    env: attempts.env,
    ...(isAllowed && { within: inNoNetwork }),
  });
  expect(stderr).toBe('');
  const replayed: { file: string; digest?: string }[] = JSON.parse(stdout);
  return { replayed, attempts: attempts.read() };
}
