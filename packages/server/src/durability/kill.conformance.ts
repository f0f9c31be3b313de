// Kills a process that carries out conversations, at points chosen by step and by time, starts it again, and looks
// whether anything was lost, repeated or left.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  defaultLimits,
  localOwner,
  type RunEvent,
  type RunRecord,
  type Store,
} from '@cadence-agents/contracts';
import { describeTools, replay } from '@cadence-agents/engine';
import { openStore, type StoreOptions } from '@cadence-agents/storage';
import { sharedPostgres } from '@cadence-agents/storage/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { recordingFrom } from '../app/recordings.ts';
import { errands } from './errands.fixture.ts';
import type { KillChildOptions } from './kill-child.fixture.ts';

const child = join(import.meta.dirname, 'kill-child.fixture.ts');
const { tenantId } = localOwner;

export interface KillCase {
  name: string;
  open: () => Promise<{ storage: StoreOptions; close: () => Promise<void> }>;
  runtime: 'native' | 'langgraph';
  /** Runs that are interrupted at least. */
  interruptions: number;
}

export async function openSqlite() {
  const dataDir = mkdtempSync(join(tmpdir(), 'cadence-kill-'));
  const storage: StoreOptions = { dataDir };
  return { storage, close: async () => rmSync(dataDir, { recursive: true, force: true }) };
}

export async function openPostgres() {
  const postgres = sharedPostgres();
  const storage: StoreOptions = { databaseUrl: await postgres.freshDatabase() };
  return { storage, close: postgres.drop };
}

export function killConformance({ name, open, runtime, interruptions }: KillCase): void {
  describe(`a process killed on ${name}`, () => {
    let database: Awaited<ReturnType<KillCase['open']>>;
    let store: Store;
    let folder: string;
    let batch = 0;
    beforeAll(async () => {
      database = await open();
      store = await openStore(database.storage);
      folder = mkdtempSync(join(tmpdir(), 'cadence-effects-'));
    });
    afterAll(async () => {
      await store.close();
      await database.close();
      rmSync(folder, { recursive: true });
    });

    interface Running {
      process: ChildProcess;
      /** The first message was taken. */
      begun: Promise<void>;
      ended: Promise<number>;
    }

    /** A batch of conversations: what happens to it, in one process after another. */
    function newBatch(size: number, idempotent: boolean) {
      const name = `batch${++batch}`;
      const conversations = Array.from({ length: size }, (_, index) => `${name}-${index}`);
      const effects = join(folder, name);
      const accepted = new Map<string, string>();
      const run = (killAt: number | null): Running => {
        const options: KillChildOptions = {
          storage: database.storage,
          conversations,
          effects,
          killAt,
          idempotent,
          runtime,
        };
        const process = spawn(globalThis.process.execPath, [child, JSON.stringify(options)], {
          stdio: ['ignore', 'pipe', 'inherit'],
        });
        let points = 0;
        const begun = Promise.withResolvers<void>();
        const lines = createInterface(process.stdout);
        lines.on('line', (line) => {
          const [word, id = '', ...message] = line.split(' ');
          if (word === 'accepted') {
            accepted.set(id, message.join(' '));
            begun.resolve();
          }
          if (word === 'points') points = Number(id);
        });
        return {
          process,
          begun: begun.promise,
          ended: Promise.all([once(process, 'exit'), once(lines, 'close')]).then(() => points),
        };
      };
      return {
        conversations,
        accepted,
        run,
        effects: () => (existsSync(effects) ? readFileSync(effects, 'utf8').trim().split('\n') : []),
        runs: async () =>
          (
            await Promise.all(
              conversations.map((conversationId) => store.runs.list(tenantId, { conversationId })),
            )
          ).flatMap(({ items }) => items),
      };
    }
    type Batch = ReturnType<typeof newBatch>;

    const answerTo = (message: string) => `Done: fetch ${message}, post ${message}, post ${message}.`;
    const isRestart = ({ data }: RunEvent) => 'status' in data && data.status === 'answer_restarted';
    /** The events without those of messages that are void. */
    const standing = (events: readonly RunEvent[]) => {
      const voided = new Set(events.filter(isRestart).map(messageOf));
      return events.filter((event) => !voided.has(messageOf(event)) || messageOf(event) === undefined);
    };
    const messageOf = ({ data }: RunEvent) => ('messageId' in data ? data.messageId : undefined);
    const shape = (events: readonly RunEvent[]) =>
      standing(events)
        .filter(({ type }) => type !== 'on_chat_model_stream')
        // The two calls of one step may finish in either order.
        .map(({ type, node, data }) => `${type} ${node} ${'step' in data ? data.step : ''}`);

    /** The calls whose results were on record when the process died. */
    async function finishedCalls(runs: readonly RunRecord[]): Promise<string[]> {
      const keys = await Promise.all(
        runs.map(async ({ id }) =>
          [...(await store.ledger.entries(id))].flatMap(([key, { state }]) =>
            state === 'finished' ? [`${id}:${key}`] : [],
          ),
        ),
      );
      return keys.flat();
    }

    /** Whatever happened to their processes, event by event. */
    async function expectReplayed(runs: readonly RunRecord[], idempotent: boolean) {
      const input = z.object({ what: z.string() });
      const tools = ['fetch', 'post'].map((name) => ({
        name,
        description: name,
        input,
        idempotent,
        run: () => '',
      }));
      const limits = { ...defaultLimits, timeoutMs: 60_000 };
      const parts = { agents: [], limits, tools: describeTools(tools), kinds: [], plugins: {} };
      for (const run of runs) {
        const recording = await recordingFrom({ store }, run, { workflow: errands, parts });
        const { divergence, events } = await replay(recording);
        expect(divergence).toBeUndefined();
        expect(events).toEqual(recording.events);
      }
    }

    let expectedShape: string[];

    async function expectWhole({ runs, accepted, effects }: Batch, finished: readonly string[]) {
      const all = await runs();
      expect([...accepted.keys()].filter((id) => !all.some((run) => run.id === id))).toEqual([]);
      for (const run of all) {
        expect(run).toMatchObject({ status: 'completed', answer: answerTo(run.input) });
        const events = await store.events.read(run.id, 0);
        expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index + 1));
        expect(shape(events).toSorted()).toEqual(expectedShape.toSorted());
        const text = standing(events).flatMap((event) =>
          event.type === 'on_chat_model_stream' ? [event.data.chunk] : [],
        );
        expect(text.join('')).toBe(run.answer);
      }
      const done = effects();
      for (const key of finished) expect(done.filter((line) => line === key)).toHaveLength(1);
      expect(new Set(done).size).toBe(all.length * 3);
      await expectReplayed(all, true);
    }

    it(
      'loses nothing, repeats nothing that had finished, and ends with the same answers',
      async () => {
        const calm = newBatch(10, true);
        const points = await calm.run(null).ended;
        const [first] = await calm.runs();
        expectedShape = shape(await store.events.read(first?.id ?? '', 0));
        await expectWhole(calm, await finishedCalls(await calm.runs()));

        let interrupted = 0;
        // By time, some find little to interrupt: the machine may be slow or fast.
        for (let kill = 0; interrupted < interruptions && kill < interruptions; kill++) {
          const batch = newBatch(10, true);
          const byTime = kill % 4 === 3;
          const running = batch.run(byTime ? null : Math.ceil((points * (((kill * 13) % 28) + 0.5)) / 28));
          if (byTime) {
            await running.begun;
            setTimeout(() => running.process.kill('SIGKILL'), (kill * 25) % 400);
          }
          await running.ended;
          const before = await batch.runs();
          const finished = await finishedCalls(before);
          await batch.run(null).ended;
          await expectWhole(batch, finished);
          interrupted += before.filter((run) => run.status === 'running').length;
          expect((await batch.runs()).every((run) => run.attempt <= 2)).toBe(true);
        }
        expect(interrupted).toBeGreaterThanOrEqual(interruptions);
      },
      240_000 * Math.max(1, interruptions / 100),
    );

    it('takes none of its own runs for those of another when it was stopped for longer than their leases', async () => {
      const batch = newBatch(10, true);
      const running = batch.run(null);
      await running.begun;
      let alive = true;
      const ended = running.ended.then(() => {
        alive = false;
      });
      while (alive) {
        running.process.kill('SIGSTOP');
        // Longer than its leases.
        await sleep(700);
        running.process.kill('SIGCONT');
        await Promise.race([ended, sleep(150)]);
      }
      expect((await batch.runs()).map(({ status, attempt }) => `${status} ${attempt}`)).toEqual(
        Array.from({ length: 20 }, () => 'completed 1'),
      );
    }, 120_000);

    it('never repeats an effect that must not be, and says where it cannot know', async () => {
      let unknown = 0;
      for (let kill = 1; kill <= 4; kill++) {
        const batch = newBatch(10, false);
        await batch.run(150 * kill).ended;
        await batch.run(null).ended;
        const done = batch.effects();
        expect(new Set(done).size).toBe(done.length);
        for (const run of await batch.runs()) {
          expect(run.status).toBe('completed');
          if (run.answer.includes('Outcome unknown')) unknown++;
          else expect(run.answer).toBe(answerTo(run.input));
        }
        await expectReplayed(await batch.runs(), false);
      }
      expect(unknown).toBeGreaterThan(0);
    }, 120_000);
  });
}
