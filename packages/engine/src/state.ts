// How a step's updates become the next state.
import type { Message, MessageUpdate, TurnState } from '@cadence-agents/contracts';

/**
 * Ids that a list may have, shared by all lists that grew out of one: one that is not among them is new for sure, and
 * a long conversation need not be searched for it.
 */
const knownIds = new WeakMap<readonly Message[], Set<string>>();

/** Appends new messages, replaces those whose id is known, drops removed ones; keeps identity of the rest. */
export function mergeMessages(current: Message[], updates: readonly MessageUpdate[]): Message[] {
  if (updates.length === 0) return current;
  if (updates.length > FEW) return mergeMany(current, updates);
  const ids = knownIds.get(current) ?? new Set(current.map(({ id }) => id));
  const merged = current.slice();
  for (const update of updates) {
    const index = ids.has(update.id) ? merged.findLastIndex(({ id }) => id === update.id) : -1;
    if (update.role === 'remove') {
      if (index >= 0) merged.splice(index, 1);
      continue;
    }
    if (index >= 0) merged[index] = update;
    else merged.push(update);
    ids.add(update.id);
  }
  knownIds.set(current, ids);
  knownIds.set(merged, ids);
  return merged;
}

/** So many updates are looked for one by one; for more, an index is cheaper than that many scans. */
const FEW = 8;

function mergeMany(current: readonly Message[], updates: readonly MessageUpdate[]): Message[] {
  const byId = new Map(current.map((message) => [message.id, message]));
  for (const update of updates) {
    if (update.role === 'remove') byId.delete(update.id);
    else byId.set(update.id, update);
  }
  return [...byId.values()];
}

/** The fields of a turn that differ, by value. */
export function changedFields(before: TurnState | null, after: TurnState): Partial<TurnState> {
  if (before === null) return after;
  return Object.fromEntries(
    Object.entries(after).filter(([name, value]) => !isSame(Reflect.get(before, name), value)),
  );
}

/** Nearly always the same object, or one with a handful of numbers and names in it. */
const isSame = (before: unknown, after: unknown): boolean =>
  before === after ||
  (typeof before === 'object' &&
    typeof after === 'object' &&
    JSON.stringify(before) === JSON.stringify(after));
