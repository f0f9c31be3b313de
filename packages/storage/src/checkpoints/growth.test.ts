// A long conversation in the engine's manner: what a step costs at its end compared with its beginning.

import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Checkpoint } from '@langchain/langgraph-checkpoint';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { statement } from '../database/statement.ts';
import { CadenceSaver } from './cadence-saver.ts';
import { startSqlite } from './checkpoint-databases.fixture.ts';
import { conversationGraph, type GraphState, newTurn, route, talk } from './conversation-graph.fixture.ts';
import { EngineRun } from './engine-run.fixture.ts';
import { readCheckpoint } from './read-states.ts';

const turns = 400;
const stepsPerTurn = route.length + 1;
const conversationId = 'a-conversation';

/** Words in no order, so that compression gains no more than it does with what people write. */
function words(seed: number, length: number): string {
  let text = '';
  let state = seed + 1;
  while (text.length < length) {
    state = (state * 48_271) % 2_147_483_647;
    text += `${(state % 5_000).toString(36)}${'aeiou'[state % 5]}n `;
  }
  return text;
}

/** As `talk`, about 1,500 characters a turn. */
function chat(state: GraphState, node: string): Partial<GraphState> {
  const update = talk(state, node);
  const content = words(state.messages.length * 7, 210);
  return { ...update, messages: update.messages?.map((message) => ({ ...message, content })) ?? [] };
}

interface Window {
  puts: number;
  cpu: number;
}

/** Notes what goes through `put`. */
class MeasuredSaver extends CadenceSaver {
  window: Window = { puts: 0, cpu: 0 };
  /** What a saver writes that stores the whole state at every step; every 40th is weighed. */
  wholeStates = 0;
  #count = 0;

  override async put(...args: Parameters<CadenceSaver['put']>): ReturnType<CadenceSaver['put']> {
    const before = process.cpuUsage();
    const result = await super.put(...args);
    const { user, system } = process.cpuUsage(before);
    this.window.puts++;
    this.window.cpu += user + system;
    if (this.#count++ % 40 === 0) this.wholeStates += 40 * weightOf(args[1]);
    return result;
  }

  take(): Window {
    const taken = this.window;
    this.window = { puts: 0, cpu: 0 };
    return taken;
  }
}

const weightOf = (checkpoint: Checkpoint) => JSON.stringify(checkpoint).length;

const bytesOfRun = statement<{ runId: string }, { bytes: number }>(
  `SELECT SUM(LENGTH(data) + 2 * LENGTH(checkpoint_id) + COALESCE(LENGTH(node), 0) + 40) AS bytes
   FROM checkpoints WHERE run = (SELECT ordinal FROM runs WHERE id = $runId)`,
);
const lastOrdinal = statement<Record<string, never>, { ordinal: number }>(
  'SELECT MAX(ordinal) AS ordinal FROM checkpoints',
);

describe('a conversation of 400 turns', () => {
  let started: Awaited<ReturnType<typeof startSqlite>>;
  let saver: MeasuredSaver;
  const windows: Window[] = [];
  const bytesPerTurn: number[] = [];
  let sizeAfter200 = 0;

  function sizeOfTables(): number {
    const file = new DatabaseSync(join(started.folder, 'cadence.db'), { readOnly: true });
    const found = file
      .prepare("SELECT SUM(pgsize) AS bytes FROM dbstat WHERE name LIKE '%checkpoint%'")
      .get();
    file.close();
    return Number(found?.bytes);
  }

  beforeAll(async () => {
    started = await startSqlite();
    saver = new MeasuredSaver(started.database);
    const graph = conversationGraph(saver, chat);
    for (let turn = 1; turn <= turns; turn++) {
      const run = await EngineRun.start(
        started.database,
        conversationId,
        `run-${String(turn).padStart(32, '0')}`,
      );
      const input = {
        messages: [{ id: `q${turn}`, role: 'user' as const, content: words(turn, 60) }],
        turn: newTurn(run.runId),
      };
      const configurable = { thread_id: conversationId, cadence_commit: run };
      await graph.invoke(input, { configurable, durability: 'sync' });
      await run.finish();
      bytesPerTurn.push((await started.database.first(bytesOfRun, { runId: run.runId }))?.bytes ?? 0);
      if (turn === 200) sizeAfter200 = sizeOfTables();
      if (turn % 100 === 0) windows.push(saver.take());
    }
  }, 120_000);
  afterAll(() => started.stop());

  const mean = (numbers: readonly number[]) => numbers.reduce((sum, each) => sum + each, 0) / numbers.length;

  it('writes at most 1.2 times as much a turn in its last hundred turns as in its first', () => {
    const first = mean(bytesPerTurn.slice(0, 100));
    const last = mean(bytesPerTurn.slice(300));
    console.log(`bytes a turn: ${first.toFixed(0)} in turns 1–100, ${last.toFixed(0)} in turns 301–400`);
    expect(last / first).toBeLessThan(1.2);
  });

  it('spends hardly more time on a step with thousands of messages behind it', () => {
    const perPut = windows.map(({ cpu, puts }) => cpu / puts);
    console.log(`CPU a put, in µs, by hundred turns: ${perPut.map((each) => each.toFixed(0)).join(', ')}`);
    expect(Math.min(...perPut.slice(2)) / Math.max(...perPut.slice(0, 2))).toBeLessThan(1.5);
  });

  it('takes less than 1.8 MB of tables and indexes after 200 turns', () => {
    const text = 200 * (route.length * 210 + 60);
    const perStep = (sizeAfter200 - text) / (200 * stepsPerTurn);
    console.log(`after 200 turns: ${sizeAfter200} bytes, beside the text ${perStep.toFixed(0)} a step`);
    expect(sizeAfter200).toBeLessThan(1_800_000);
  });

  it('stores less than a hundredth of what whole states would take', () => {
    const ours = bytesPerTurn.reduce((sum, each) => sum + each, 0);
    console.log(`whole states: ${(saver.wholeStates / ours).toFixed(0)} times as much`);
    expect(saver.wholeStates / ours).toBeGreaterThan(100);
  });

  it('reads its last state from few rows', async () => {
    const { ordinal = 0 } = (await started.database.first(lastOrdinal, {})) ?? {};
    const before = process.cpuUsage();
    const read = await readCheckpoint(started.database, ordinal);
    const { user, system } = process.cpuUsage(before);
    const size = JSON.stringify([...(read?.state.values.values() ?? [])]).length;
    console.log(`a state of ${size} characters is read in ${user + system} µs of CPU`);
    expect(read?.state.readCost).toBeLessThan(2 * size + 10_000);
    expect([read?.state.values.get('messages')].flat()).toHaveLength(turns * stepsPerTurn);
  });
});
