// The last step of a conversation, and how the next one is written.
import { STATE_VERSION } from '@cadence-agents/contracts';
import type { Queries } from '../database/database.ts';
import { numberAt, type ReadMoved, readChain } from './step-rows.ts';
import { changeText, replay, type StateChange, type StoredState } from './stored-state.ts';

/** What reading one more row costs, in characters of JSON. */
const rowCost = 256;
/** Small states are not worth the trouble. */
const freeCost = 16_384;
/** How much of a state's size the steps since its anchor may cost. */
const stepsShare = 1 / 4;

/** A row that stands for many steps. */
interface Anchor {
  number: number;
  /** What it costs to read its state, in characters. */
  cost: number;
  /** How many messages its state has. */
  length: number;
  /** Whether those are still the first ones, unchanged. */
  intact: boolean;
}

/** A conversation's last step, with all that is needed to add another. Never changed once made. */
export interface StateHead {
  number: number;
  createdAt: number;
  state: StoredState;
  /** What it costs to read the state, in characters. */
  cost: number;
  /** About how many characters of JSON the state has. */
  size: number;
  anchor: Anchor;
}

/** A step to be written. */
export interface PlannedStep {
  text: string;
  base: number | null;
  version: number;
  /** The head once it is stored; `createdAt` is known only then. */
  head: StateHead;
}

/** Of the state at a place; `undefined` when nothing is there. */
export async function readHead(
  queries: Queries,
  place: number,
  readMoved?: ReadMoved,
): Promise<StateHead | undefined> {
  const links = await readChain(queries, place, readMoved);
  const last = links.at(-1);
  if (!last || last.number !== numberAt(place)) return undefined;
  let cost = 0;
  let anchor: Anchor = { number: 0, cost: 0, length: 0, intact: true };
  const state = replay(links, ({ link: { number, base, text }, length, appends }) => {
    cost += text.length + rowCost;
    if (base !== number - 1) anchor = { number, cost, length, intact: true };
    else if (!appends) anchor = { ...anchor, intact: false };
  });
  return { number: last.number, createdAt: last.createdAt, state, cost, size: sizeOf(state), anchor };
}

/**
 * Mostly the change since the step before. When the steps since the anchor have become a good part of the state, all
 * that was said since then in one row, which is the next anchor: everything is written twice, however long the
 * conversation, and a state is read from anchors that grow with it and a few steps. When that would cost more than
 * twice what the state itself does, because much of it was dropped or replaced, the whole state.
 */
export function planStep(head: StateHead, change: StateChange, state: StoredState): PlannedStep {
  const text = changeText(change);
  const number = head.number + 1;
  const appends = state.messages.length === head.state.messages.length + change.messages.length;
  const size = appends ? head.size + text.length : sizeOf(state);
  const mostToRead = 2 * size + freeCost;
  const cost = head.cost + text.length + rowCost;
  const anchor = appends ? head.anchor : { ...head.anchor, intact: false };
  const hasFewSteps = cost - anchor.cost <= Math.max(freeCost, size * stepsShare);
  if (hasFewSteps && cost <= mostToRead) {
    const next = { number, createdAt: 0, state, cost, size, anchor };
    return { text, base: head.number, version: STATE_VERSION, head: next };
  }
  const jump = anchor.intact ? planJump(anchor, number, state, size) : undefined;
  return jump && jump.head.cost <= mostToRead ? jump : planSnapshot(number, state);
}

function planJump(anchor: Anchor, number: number, state: StoredState, size: number): PlannedStep {
  const text = changeText({ messages: state.messages.slice(anchor.length), turn: state.turn });
  const cost = anchor.cost + text.length + rowCost;
  return anchored({ text, base: anchor.number }, { number, state, cost, size });
}

/** A step that goes on from an earlier one. */
export function planRewind(
  number: number,
  from: StateHead,
  change: StateChange,
  state: StoredState,
): PlannedStep {
  const text = changeText(change);
  const cost = from.cost + text.length + rowCost;
  return anchored({ text, base: from.number }, { number, state, cost, size: sizeOf(state) });
}

/** The state as a row that needs no other. */
export function planSnapshot(number: number, state: StoredState): PlannedStep {
  const text = changeText(state);
  return anchored({ text, base: null }, { number, state, cost: text.length + rowCost, size: text.length });
}

function anchored(
  row: Pick<PlannedStep, 'text' | 'base'>,
  { number, state, cost, size }: Pick<StateHead, 'number' | 'state' | 'cost' | 'size'>,
): PlannedStep {
  const anchor = { number, cost, length: state.messages.length, intact: true };
  return { ...row, version: STATE_VERSION, head: { number, createdAt: 0, state, cost, size, anchor } };
}

const sizeOf = (state: StoredState): number => JSON.stringify([state.messages, state.turn]).length;
