// A stored state, and how it is put together from its rows: the text of a row is `[updates of messages, fields of the
// turn]`, applied to the state of the row it builds on.
import {
  CadenceError,
  decodeStrict,
  encodeStrict,
  type Message,
  type MessageUpdate,
  messageSchema,
  STATE_VERSION,
  type TurnState,
  turnStateSchema,
} from '@cadence-agents/contracts';
import { z } from 'zod';
import type { StepLink } from './step-rows.ts';

/** Never changed once made. */
export interface StoredState {
  messages: Message[];
  /** `null` before the first run. */
  turn: TurnState | null;
}

export interface StateChange {
  messages: readonly MessageUpdate[];
  /** All fields in a state that builds on nothing. */
  turn: Partial<TurnState> | null;
}

export function changeText({ messages, turn }: StateChange): string {
  return `[${encodeStrict(messages, 'messages', optional)},${encodeStrict(turn, 'turn', optional)}]`;
}

const optional = { optionalFields: true };

interface Draft {
  messages: Map<string, unknown>;
  turn: Record<string, unknown> | null;
}

/** Brings a state of the version before to that version. */
type Upgrade = (draft: Draft) => void;

/** By the version they lead to; `STATE_VERSION` is the last. */
const upgrades: ReadonlyMap<number, Upgrade> = new Map();

/** What `visit` is told of after each link. */
interface Replayed {
  link: StepLink;
  /** How many messages there are. */
  length: number;
  /** Whether the link only added messages. */
  appends: boolean;
}

/** The state that the links lead to, checked. */
export function replay(links: readonly StepLink[], visit: (replayed: Replayed) => void): StoredState {
  const draft: Draft = { messages: new Map(), turn: null };
  const [first] = links;
  if (!first || first.base !== null) throw corrupt('A stored step has lost the one that it builds on.');
  let version = first.version;
  for (const link of links) {
    if (link.version > STATE_VERSION) throw newer(link.version);
    upgradeTo(draft, version, link.version);
    version = link.version;
    const before = draft.messages.size;
    const updates = apply(draft, link.text);
    const { size: length } = draft.messages;
    visit({ link, length, appends: length === before + updates });
  }
  upgradeTo(draft, version, STATE_VERSION);
  return checked(draft);
}

/**
 * The state after a link that builds on the one before it: what the two have in common is not read again. `undefined`
 * where the state's form was another.
 */
export function stateAfter(before: StoredState, link: StepLink): StoredState | undefined {
  if (link.version !== STATE_VERSION || link.base !== link.number - 1) return undefined;
  const [updates, fields] = rowSchema(decodeStrict(link.text));
  const changed = checked({
    messages: new Map(updates.filter(({ role }) => role !== 'remove').map((update) => [update.id, update])),
    turn: fields ? { ...before.turn, ...fields } : before.turn,
  });
  const messages = new Map(before.messages.map((message) => [message.id, message]));
  for (const { id, role } of updates) if (role === 'remove') messages.delete(id);
  for (const message of changed.messages) messages.set(message.id, message);
  return { messages: [...messages.values()], turn: changed.turn };
}

/** Returns how many updates there were. */
function apply(draft: Draft, text: string): number {
  const [updates, fields] = rowSchema(decodeStrict(text));
  for (const update of updates) {
    if (update.role === 'remove') draft.messages.delete(update.id);
    else draft.messages.set(update.id, update);
  }
  if (fields) draft.turn = { ...draft.turn, ...fields };
  return updates.length;
}

function upgradeTo(draft: Draft, from: number, to: number): void {
  for (let version = from + 1; version <= to; version++) upgrades.get(version)?.(draft);
}

type RowContent = [updates: { id: string; role: string }[], fields: Record<string, unknown> | null];

/** The outer form only: what is inside is checked when the state is whole. */
function rowSchema(value: unknown): RowContent {
  const [updates, fields] = Array.isArray(value) ? value : [];
  const isRow = Array.isArray(updates) && typeof fields === 'object';
  if (!isRow) throw corrupt('A stored step does not have the form of one.');
  return [updates, fields];
}

const messagesSchema = z.array(messageSchema);

function checked(draft: Draft): StoredState {
  const stored = [...draft.messages.values()];
  const messages = messagesSchema.safeParse(stored);
  const turn = turnStateSchema.nullable().safeParse(draft.turn);
  if (messages.success && turn.success) {
    return {
      messages: messages.data.map((message, index) => carryingOn(message, stored[index])),
      turn: carryingOn(turn.data, draft.turn),
    };
  }
  throw corrupt('A stored state does not have the form of one.', messages.error ?? turn.error);
}

/** With the fields that only a newer program knows: it is to find them again, whoever writes the state anew. */
function carryingOn<T extends object | null>(known: T, stored: unknown): T {
  if (known === null || typeof stored !== 'object' || stored === null) return known;
  return Object.keys(stored).every((field) => field in known) ? known : { ...stored, ...known };
}

function corrupt(message: string, cause?: unknown): CadenceError {
  return new CadenceError('STORE_CORRUPT', message, {
    hint: 'The database was changed from outside or is damaged: restore a backup.',
    cause,
  });
}

function newer(version: number): CadenceError {
  return new CadenceError(
    'STORE_NEWER',
    `A stored state has version ${version}; this version of Cadence knows versions up to ${STATE_VERSION}.`,
    { hint: 'Install the version of Cadence that was used last or a newer one.' },
  );
}
