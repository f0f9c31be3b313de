// `node history-cost.ts MESSAGES TURNS TOOL-KIND`: prints the CPU milliseconds of a turn on a history of so many messages, with
// the store and without, and on no history with no checkpoints at all; and how many steps a turn stores.
import { runTurn } from '@cadence-agents/engine';
import { compileCoordinator, type ToolKind } from '../coordinator-turn/coordinator.ts';
import { MESSAGES_PER_TURN, scriptOf } from '../coordinator-turn/script.ts';
import { openStoredCoordinator } from '../coordinator-turn/stored-coordinator.ts';
import { cpuOf } from '../cpu-of.ts';
import { withDataFolder } from '../data-folder.ts';
import { openUnstoredCoordinator } from './unstored-coordinator.ts';

export interface HistoryCost {
  stored: number;
  unstored: number;
  /** Without LangGraph's own work on checkpoints, which `unstored` has; the history is always empty. */
  uncheckpointed: number;
  /** Counted in the store, not taken from the definition. */
  stepsPerTurn: number;
}

const [messages = 0, turns = 0] = process.argv.slice(2, 4).map(Number);
const kind: ToolKind = process.argv[4] === 'recorded' ? 'recorded' : 'read-only';

// A history grows while it is measured: by a fifth at most, and the size asked for is the one in the middle.
const turnsEach = Math.min(turns, Math.max(1, Math.floor(messages / 5 / MESSAGES_PER_TURN)));
const turnsBefore = Math.round(messages / MESSAGES_PER_TURN - (turnsEach - 1) / 2);
const conversations = Math.ceil(turns / turnsEach);
const warmUp = 600;

await withDataFolder(async (folder) => {
  const stored = await openStoredCoordinator(folder, kind);
  const unstored = await openUnstoredCoordinator(kind);
  const workflow = await compileCoordinator(kind);
  const cost = { stored: 0, unstored: 0, uncheckpointed: 0 };
  const both = async (id: string, turn: number) => {
    cost.stored += await cpuOf(() => stored.turn(id, turn));
    cost.unstored += await cpuOf(() => unstored.turn(id, turn));
    cost.uncheckpointed += await cpuOf(() => runTurn(workflow, { message: scriptOf(turn).question }));
  };
  for (let turn = 1; turn <= warmUp; turn++) await both(`warm-up ${turn % 10}`, turn);
  Object.assign(cost, { stored: 0, unstored: 0, uncheckpointed: 0 });
  for (let conversation = 0; conversation < conversations; conversation++) {
    const id = `conversation ${conversation}`;
    for (let turn = 1; turn <= turnsBefore; turn++) {
      await stored.turn(id, turn);
      await unstored.turn(id, turn);
    }
    for (let turn = turnsBefore + 1; turn <= turnsBefore + turnsEach; turn++) await both(id, turn);
    await assertSameHistory(id);
  }
  const stepsPerTurn = (await stored.steps('conversation 0')) / (turnsBefore + turnsEach);
  await stored.close();
  const perTurn = (ms: number) => ms / (conversations * turnsEach);
  const result: HistoryCost = {
    stored: perTurn(cost.stored),
    unstored: perTurn(cost.unstored),
    uncheckpointed: perTurn(cost.uncheckpointed),
    stepsPerTurn,
  };
  console.log(JSON.stringify(result));

  /** A side that lost its history would look cheap. */
  async function assertSameHistory(id: string): Promise<void> {
    const next = turnsBefore + turnsEach + 1;
    const kept = (await stored.messages(id)).length;
    const held = (await unstored.turn(id, next)) - MESSAGES_PER_TURN;
    if (kept !== held || kept !== (next - 1) * MESSAGES_PER_TURN)
      throw new Error(`The history has ${kept} messages stored and ${held} not stored.`);
  }
});
