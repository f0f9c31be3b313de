// States of conversations were LangGraph checkpoints once, of two channels. They become rows of `steps`. This file knows
// both forms as they were then, and stays as it is when either changes.

import { decodeStrict } from '@cadence-agents/contracts';
import type { Queries } from '../database/database.ts';
import { statement } from '../database/statement.ts';
import { bytesOf, textOf } from '../stored-bytes.ts';
import type { Migration } from './migration.ts';

const perConversation = 2 ** 23;

export const stepsOfConversations: Migration = {
  version: 6,
  name: 'steps of conversations',
  statements: [
    `CREATE TABLE steps (
      place PLACE_KEY,
      base INTEGER,
      run BIGINT,
      source TEXT,
      node TEXT,
      version INTEGER NOT NULL,
      created_at BIGINT NOT NULL,
      data BYTES NOT NULL
    )`,
  ],
  async convert(queries) {
    for (const { thread } of await queries.all(loneForks, {})) await makeConversation(queries, thread);
    for (const { thread, conversation } of await queries.all(threads, {})) {
      await convertThread(queries, thread, conversation);
    }
    await queries.run(removeThreads, {});
  },
};

const threads = statement<Record<string, never>, { thread: number; conversation: number }>(
  `SELECT t.ordinal AS thread, c.ordinal AS conversation FROM checkpoint_threads t
   JOIN conversations c ON c.id = t.thread_id WHERE t.ns = '' ORDER BY t.ordinal`,
);
const removeThreads = statement(
  "DELETE FROM checkpoint_threads WHERE ns = '' AND thread_id IN (SELECT id FROM conversations)",
);
// A conversation that was forked off had no record until something was said in it.
const loneForks = statement<Record<string, never>, { thread: number }>(
  `SELECT DISTINCT t.ordinal AS thread FROM checkpoint_threads t JOIN checkpoints c ON c.thread = t.ordinal
   WHERE t.ns = '' AND c.source = 'fork' AND NOT EXISTS (SELECT 1 FROM conversations WHERE id = t.thread_id)`,
);
const conversationOfFork = statement<{ thread: number; runId: string }>(
  `INSERT INTO conversations (id, tenant_id, owner_id, metadata_json, created_at, updated_at, last_position,
     lease_until, lease_fence)
   SELECT t.thread_id, r.tenant_id, r.owner_id, '{}', NOW_MS, NOW_MS, 0, 0, 0
   FROM checkpoint_threads t, runs r WHERE t.ordinal = $thread AND r.id = $runId`,
);

type CheckpointRow = {
  ordinal: number;
  base: number | null;
  run: number | null;
  node: string | null;
  source: string | null;
  created_at: number;
  data: Uint8Array;
};
const checkpoints = statement<{ thread: number }, CheckpointRow>(
  `SELECT ordinal, base, run, node, source, created_at, data FROM checkpoints WHERE thread = $thread ORDER BY ordinal`,
);
const insert = statement<{
  place: number;
  base: number | null;
  run: number | null;
  source: string | null;
  node: string | null;
  createdAt: number;
  data: Uint8Array;
}>(
  `INSERT INTO steps (place, base, run, source, node, version, created_at, data)
   VALUES ($place, $base, $run, $source, $node, 1, $createdAt, $data)`,
);

async function makeConversation(queries: Queries, thread: number): Promise<void> {
  const last = readThread(await queries.all(checkpoints, { thread })).at(-1);
  const runId = last?.turn?.runId;
  if (typeof runId === 'string') await queries.run(conversationOfFork, { thread, runId });
}

/** Each step as what it changed; the whole state once the changes have become as long as that. */
async function convertThread(queries: Queries, thread: number, conversation: number): Promise<void> {
  const rows = await queries.all(checkpoints, { thread });
  let before: State | undefined;
  let written = 0;
  for (const [index, state] of readThread(rows).entries()) {
    const row = rows[index];
    if (!row) continue;
    const number = index + 1;
    const change = before && changeBetween(before, state);
    const whole = JSON.stringify([state.messages, state.turn]);
    const isStep = change !== undefined && written <= Math.max(16_384, whole.length);
    const text = isStep ? JSON.stringify(change) : whole;
    written = isStep ? written + text.length : 0;
    before = state;
    await queries.run(insert, {
      place: conversation * perConversation + number,
      base: isStep ? number - 1 : null,
      run: row.run,
      source: row.source === 'fork' || row.source === 'update' ? row.source : null,
      node: row.node,
      createdAt: row.created_at,
      data: bytesOf(text),
    });
  }
}

interface Entry {
  id: string;
}
type Fields = Record<string, unknown>;

interface State {
  messages: Entry[];
  turn: Fields | null;
}

/** `undefined` where additions, replacements and removals by id do not lead there. */
function changeBetween(before: State, after: State): [unknown[], Fields | null] | undefined {
  const old = new Map(before.messages.map((message) => [message.id, JSON.stringify(message)]));
  const now = new Map(after.messages.map((message) => [message.id, JSON.stringify(message)]));
  const removed = before.messages.filter(({ id }) => !now.has(id));
  const kept = before.messages.filter(({ id }) => now.has(id));
  const added = after.messages.filter(({ id }) => !old.has(id));
  const order = [...kept, ...added].map(({ id }) => id);
  if (after.messages.some(({ id }, index) => order[index] !== id)) return undefined;
  const replaced = after.messages.filter(({ id }) => old.has(id) && old.get(id) !== now.get(id));
  const updates = [...removed.map(({ id }) => ({ id, role: 'remove' })), ...replaced, ...added];
  if (!after.turn) return before.turn ? undefined : [updates, null];
  const fields = Object.entries(after.turn).filter(
    ([name, value]) => JSON.stringify(before.turn?.[name]) !== JSON.stringify(value),
  );
  return [updates, Object.fromEntries(fields)];
}

interface Channels {
  names: readonly string[];
  values: ReadonlyMap<string, unknown>;
}

/** The states of a thread, row by row. */
function readThread(rows: readonly CheckpointRow[]): State[] {
  const channels = new Map<number | null, Channels>([[null, { names: [], values: new Map() }]]);
  return rows.map((row) => {
    const base = channels.get(row.base) ?? { names: [], values: new Map() };
    const now = readCheckpoint(textOf(row.data), base);
    channels.set(row.ordinal, now);
    const turn = now.values.get('turn');
    return {
      messages: listOf(now.values.get('messages')).filter(isEntry),
      turn: isFields(turn) ? newTurn(turn) : null,
    };
  });
}

/** `[[channel …],[seen …],[name …]]`, names as numbers once they have been mentioned. */
function readCheckpoint(text: string, base: Channels): Channels {
  const [changes, seen, known] = listOf(unescaped(decodeStrict(text)));
  const names = [...base.names, ...listOf(known).map(String)];
  const nameOf = (written: unknown): string => {
    if (typeof written === 'number') return names[written] ?? '';
    names.push(String(written));
    return String(written);
  };
  const values = new Map(base.values);
  for (const change of listOf(changes)) {
    const [name, , kind, ...content] = listOf(change);
    const channel = nameOf(name);
    if (kind === undefined) values.delete(channel);
    else values.set(channel, changed(values.get(channel), kind, content));
  }
  for (const entry of listOf(seen)) {
    const [node, ...pairs] = listOf(entry);
    nameOf(node);
    for (let index = 0; index < pairs.length; index += 2) nameOf(pairs[index]);
  }
  return { names, values };
}

function changed(before: unknown, kind: unknown, [first, second, third]: readonly unknown[]): unknown {
  if (kind === 0) return first;
  if (kind === 1) return listOf(before).toSpliced(Number(first), Number(second), ...listOf(third));
  return patched(before, first);
}

/** `[{field: value}, {field: patch}, [dropped field …]]` */
function patched(before: unknown, patch: unknown): Fields {
  const [set, inner, drop] = listOf(patch);
  const fields = new Map(Object.entries(isFields(before) ? before : {}));
  for (const name of listOf(drop)) fields.delete(String(name));
  for (const [name, value] of Object.entries(isFields(set) ? set : {})) fields.set(name, value);
  for (const [name, change] of Object.entries(isFields(inner) ? inner : {})) {
    fields.set(name, patched(fields.get(name), change));
  }
  return Object.fromEntries(fields);
}

/** Data that had the field `$cadence` itself was wrapped, so as not to look like a value of a kind of its own. */
function unescaped(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(unescaped);
  if (!isFields(value)) return value;
  const { $cadence: tag, value: content } = value;
  const fields = tag === 'object' && isFields(content) ? content : value;
  return Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, unescaped(field)]));
}

/** What single kinds of nodes had in every turn is in slots of theirs now. */
function newTurn(turn: Fields): Fields {
  const {
    goto = null,
    phase = null,
    scratchpad = null,
    retryCount = 0,
    userContext = null,
    ...others
  } = turn;
  const blank = { plan: [], calls: {}, refused: {}, tried: [], missing: '', question: '', refusal: '' };
  const planned = phase !== null || scratchpad !== null || userContext !== null;
  const plan = { phase, scratchpad: scratchpad ?? blank, retryCount, userContext };
  return {
    ...others,
    slots: {
      ...(goto !== null && { goto: { version: 1, value: { label: goto } } }),
      ...(planned && { plan: { version: 1, value: plan } }),
    },
  };
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isEntry = (value: unknown): value is Entry => isFields(value) && typeof value.id === 'string';
