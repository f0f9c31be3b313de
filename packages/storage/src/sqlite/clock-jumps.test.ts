// Clocks are set forward and back while processes live and die: a lease must neither outlive its holder nor end early.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, globSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { leftOut } from '@cadence-agents/testkit';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { newRun } from '../conformance/samples.fixture.ts';
import { sqliteTestDatabase } from './sqlite-test-database.fixture.ts';

const program = fileURLToPath(new URL('./hold-lease.fixture.ts', import.meta.url));
const [libfaketime] = globSync('/usr/lib/*/faketime/libfaketime.so.1');
const hourMs = 3_600_000;

interface Clock {
  /** Where the wall clock of the process is, as `+1h`; only where libfaketime is found. */
  wall?: string;
  leaseMs: number;
}

describe('a lease on SQLite', () => {
  let db: Awaited<ReturnType<typeof sqliteTestDatabase>>;
  beforeEach(async () => {
    db = await sqliteTestDatabase();
  });
  afterEach(() => db.dispose());

  /** Another process that has claimed the run that waits. */
  async function holder({ wall, leaseMs }: Clock) {
    const child = spawn(process.execPath, [program, JSON.stringify({ dataDir: db.dataDir, leaseMs })], {
      stdio: ['pipe', 'pipe', 'inherit'],
      env: {
        ...process.env,
        ...(wall && { LD_PRELOAD: libfaketime, FAKETIME: wall, FAKETIME_DONT_FAKE_MONOTONIC: '1' }),
      },
    });
    const exit = once(child, 'exit');
    const kill = async () => {
      child.kill('SIGKILL');
      await exit;
    };
    onTestFinished(kill);
    const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
    const said = async () => (await lines.next()).value;
    expect(await said()).toMatch(/^claimed /);
    return {
      kill,
      async renew() {
        child.stdin.write('\n');
        expect(await said()).toBe('renewed');
      },
    };
  }

  it('ends with the process that holds it, however long it was to last', async () => {
    const { store } = await db.connect();
    await store.runs.accept(newRun());
    const other = await holder({ leaseMs: hourMs });
    expect(await store.runs.claim('here', 60_000)).toEqual([]);
    await other.kill();
    const next = await db.connect();
    expect(await next.store.runs.claim('here', 60_000)).toMatchObject([{ run: { attempt: 2 } }]);
    expect(existsSync(join(db.dataDir, 'holders', encodeURIComponent('the other process')))).toBe(false);
  });

  it('of a process that lives is not taken by one that is opened later', async () => {
    const { store } = await db.connect();
    await store.runs.accept(newRun());
    const other = await holder({ leaseMs: 60_000 });
    const next = await db.connect();
    expect(await next.store.runs.claim('here', 60_000)).toEqual([]);
    await other.renew();
    expect(await next.store.runs.claim('here', 60_000)).toEqual([]);
  });

  describe.skipIf(leftOut(libfaketime ? undefined : 'libfaketime is not installed'))(
    'when the wall clock jumps',
    () => {
      it.each(['+1h', '-1h'])('is taken up at once from a process that was killed at %s', async (wall) => {
        const { store } = await db.connect();
        await store.runs.accept(newRun());
        await (await holder({ wall, leaseMs: 30_000 })).kill();
        const next = await db.connect();
        expect(await next.store.runs.claim('here', 60_000)).toMatchObject([{ run: { attempt: 2 } }]);
      });

      it.each(['+1h', '-1h'])('is kept by a process that lives at %s', async (wall) => {
        const { store } = await db.connect();
        await store.runs.accept(newRun());
        const other = await holder({ wall, leaseMs: 30_000 });
        expect(await store.runs.claim('here', 60_000)).toEqual([]);
        await other.renew();
        expect(await store.runs.claim('here', 60_000)).toEqual([]);
      });
    },
  );
});
