import type { Message } from '@cadence-agents/contracts';

export interface MessageChange {
  message: Message;
  kind: 'same' | 'added' | 'changed';
}

export interface FieldChange {
  field: string;
  before: unknown;
  after: unknown;
}

/** The messages after a step, each with what the step did to it. */
export function messageChanges(before: readonly Message[], after: readonly Message[]): MessageChange[] {
  const known = new Map(before.map((message) => [message.id, JSON.stringify(message)]));
  return after.map((message) => {
    const was = known.get(message.id);
    if (was === undefined) return { message, kind: 'added' };
    return { message, kind: was === JSON.stringify(message) ? 'same' : 'changed' };
  });
}

export function removedMessages(before: readonly Message[], after: readonly Message[]): number {
  const kept = new Set(after.map(({ id }) => id));
  return before.filter(({ id }) => !kept.has(id)).length;
}

/** The fields of an object that differ, in the order of the newer one. */
export function fieldChanges(before: unknown, after: unknown): FieldChange[] {
  const was = entriesOf(before);
  const is = entriesOf(after);
  const fields = [...new Set([...is.keys(), ...was.keys()])];
  return fields
    .map((field) => ({ field, before: was.get(field), after: is.get(field) }))
    .filter((change) => JSON.stringify(change.before) !== JSON.stringify(change.after));
}

function entriesOf(value: unknown): Map<string, unknown> {
  return new Map(typeof value === 'object' && value !== null ? Object.entries(value) : []);
}
