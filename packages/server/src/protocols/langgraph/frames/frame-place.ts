// Where a frame stands in a run's stream: the number of its event, and its own among those of that event. It depends on
// nothing but the run, so that a reader that comes back is told exactly what it has not seen. Text that is not stored yet
// comes after the last event. The place of text, stored or not, says from where to where in its message it was told then.
import { CadenceError, MOST_INTEGER } from '@cadence-agents/contracts';
import type { FastifyRequest } from 'fastify';

export interface FramePlace {
  seq: number;
  n: number;
  /** Of text; 0 for other events. */
  from: number;
  to: number;
}

/** What one event can give rise to, in this order. */
const kinds = [
  'metadata',
  // Before the values that have them: clients add a message that they do not know at the end.
  'messages/complete',
  'messages',
  'messages/metadata',
  'messages/partial',
  'updates',
  'values',
  'checkpoints',
  'step-debug',
  'tasks',
  'debug',
  'tools',
  'custom',
  'error',
  'events',
  'interrupt',
  'end',
] as const;
export type FrameKind = (typeof kinds)[number];

const MAX_PER_KIND = 1_000;

const bases = new Map<FrameKind, number>(kinds.map((kind, index) => [kind, index * MAX_PER_KIND]));

export function placeOf(seq: number, kind: FrameKind, index = 0, { from, to } = noText): FramePlace {
  return { seq, from, to, n: (bases.get(kind) ?? 0) + Math.min(index, MAX_PER_KIND - 1) };
}

const noText = { from: 0, to: 0 };

export function isAfter(a: FramePlace, b: FramePlace): boolean {
  if (a.seq !== b.seq) return a.seq > b.seq;
  return a.to === b.to ? a.n > b.n : a.to > b.to;
}

/** Whether frames of this kind come after that frame: a reader that left there has seen the text as far as `from` in them. */
export const isLaterKind = (kind: FrameKind, { n }: FramePlace): boolean => (bases.get(kind) ?? 0) > n;

export const idOf = ({ seq, n, from, to }: FramePlace): string =>
  to === 0 ? `${seq}-${n}` : `${seq}-${n}.${from}.${to}`;

const framePlace = /^(\d{1,15})-(\d{1,6})(?:\.(\d{1,15})\.(\d{1,15}))?$/;

/** The last frame that a reader has seen, `undefined` when it has seen none. */
export function lastSeen({ headers }: FastifyRequest): FramePlace | undefined {
  const given = headers['last-event-id'];
  if (given === undefined || given === '' || given === '-1') return undefined;
  const [, seq, n, from = '0', to = '0'] = framePlace.exec(String(given)) ?? [];
  if (seq !== undefined && n !== undefined && Number(seq) <= MOST_INTEGER)
    return { seq: Number(seq), n: Number(n), from: Number(from), to: Number(to) };
  throw new CadenceError(
    'INPUT_INVALID',
    `"${String(given).slice(0, 50)}" is not the id of a frame of a run.`,
    {
      hint: 'Send the id of the last frame that was received.',
    },
  );
}
