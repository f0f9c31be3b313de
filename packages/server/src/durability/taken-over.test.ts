// What becomes of the runs of a process that is killed, or that only stands still for a while.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { ModelRequest } from '@cadence-agents/contracts';
import type { StoreOptions } from '@cadence-agents/storage';
import { sharedPostgres } from '@cadence-agents/storage/testing';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { openTalk } from './stored.fixture.ts';
import { markingTool, type TakenOverOptions } from './taken-over-child.fixture.ts';

const program = join(import.meta.dirname, 'taken-over-child.fixture.ts');
const hourMs = 3_600_000;
const patience = { timeout: 60_000 };

const postgres = sharedPostgres();
afterAll(postgres.drop);

function folder(): string {
  const made = mkdtempSync(join(tmpdir(), 'cadence-taken-over-'));
  onTestFinished(() => rmSync(made, { recursive: true, force: true }));
  return made;
}

const cases = [
  { name: 'SQLite', database: async (): Promise<StoreOptions> => ({ dataDir: folder() }) },
  { name: 'PostgreSQL', database: async () => ({ databaseUrl: await postgres.freshDatabase() }) },
];

describe.each(cases)('a process on $name', { timeout: 120_000 }, ({ database }) => {
  /** Another process, at work on a run. */
  async function atWork(options: TakenOverOptions) {
    const child = spawn(process.execPath, [program, JSON.stringify(options)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const exit = once(child, 'exit');
    const kill = async () => {
      child.kill('SIGKILL');
      await exit;
    };
    onTestFinished(kill);
    const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
    const said = async () => (await lines.next()).value;
    expect(await said()).toBe('asked hello');
    return { child, kill, said };
  }

  const script = ({ messages }: ModelRequest) =>
    messages.at(-1)?.role === 'tool' ? 'done' : { toolCalls: [{ name: 'mark' }] };
  const open = (storage: StoreOptions, marks: string, leaseMs = hourMs) =>
    openTalk({ storage, script, leaseMs, tools: [markingTool(marks)] });
  const marksIn = (file: string) => (existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : []);

  it('that is killed is waited for neither by its neighbour nor by the one that replaces it', async () => {
    const storage = await database();
    const marks = join(folder(), 'marks');
    const first = { storage, marks, leaseMs: hourMs, modelMs: hourMs };
    const replaced = await atWork(first);
    await replaced.kill();
    const here = await open(storage, marks);
    const ended = async () =>
      (await here.store.runs.list('local', { conversationId: 'c', status: 'completed' })).items;
    await expect.poll(ended, patience).toHaveLength(1);
    const neighbour = await atWork(first);
    await neighbour.kill();
    await expect.poll(ended, patience).toHaveLength(2);
    expect(marksIn(marks)).toHaveLength(2);
    await here.close();
  });

  it('that stood still for longer than its lease does nothing more to what others have taken', async () => {
    const storage = await database();
    const marks = join(folder(), 'marks');
    const { child, kill, said } = await atWork({ storage, marks, leaseMs: 500, modelMs: 1_500 });
    child.kill('SIGSTOP');
    const here = await open(storage, marks);
    await expect.poll(() => marksIn(marks), patience).toEqual([String(process.pid)]);
    const {
      items: [run],
    } = await here.store.runs.list('local', { conversationId: 'c' });
    if (!run) throw new Error('There is no run.');
    expect(await here.wait(run.id)).toMatchObject({ status: 'completed', answer: 'done', attempt: 2 });
    // Its model answers now, and it would call the tool.
    child.kill('SIGCONT');
    expect(await said()).toBe('run left to be taken up again');
    expect(marksIn(marks)).toEqual([String(process.pid)]);
    await kill();
    await here.close();
  });
});
