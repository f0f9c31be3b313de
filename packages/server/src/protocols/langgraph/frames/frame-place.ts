// Where a frame stands in a run's stream: the number of its event, and its own among those of that event. It depends on
// nothing but the run, so that a reader that comes back is told exactly what it has not seen.
import { CadenceError, MOST_INTEGER } from '@cadence/contracts';
import type { FastifyRequest } from 'fastify';

export interface FramePlace {
  seq: number;
  n: number;
}

/** What one event can give rise to, in this order. */
const kinds = [
  'metadata',
  'updates',
  'values',
  'checkpoints',
  'step-debug',
  'messages/complete',
  'messages',
  'messages/metadata',
  'messages/partial',
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

export function placeOf(seq: number, kind: FrameKind, index = 0): FramePlace {
  return { seq, n: (bases.get(kind) ?? 0) + Math.min(index, MAX_PER_KIND - 1) };
}

export const isAfter = (a: FramePlace, b: FramePlace): boolean =>
  a.seq > b.seq || (a.seq === b.seq && a.n > b.n);

export const idOf = ({ seq, n }: FramePlace): string => `${seq}-${n}`;

/** The last frame that a reader has seen, `undefined` when it has seen none. */
export function lastSeen({ headers }: FastifyRequest): FramePlace | undefined {
  const given = headers['last-event-id'];
  if (given === undefined || given === '' || given === '-1') return undefined;
  const [, seq, n] = /^(\d{1,15})-(\d{1,6})$/.exec(String(given)) ?? [];
  if (seq !== undefined && n !== undefined && Number(seq) <= MOST_INTEGER)
    return { seq: Number(seq), n: Number(n) };
  throw new CadenceError(
    'INPUT_INVALID',
    `"${String(given).slice(0, 50)}" is not the id of a frame of a run.`,
    {
      hint: 'Send the id of the last frame that was received.',
    },
  );
}
