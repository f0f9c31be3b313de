// Where a reader of a run's stream is: the number of the last event that it has seen and, in the middle of a text, how
// far it has seen that. It is the id of every frame.
import { CadenceError, MOST_INTEGER } from '@cadence-agents/contracts';
import type { FastifyRequest } from 'fastify';

export interface EventCursor {
  afterSeq: number;
  afterOffset: number;
}

export const cursorText = (seq: number, offset: number): string =>
  offset === 0 ? String(seq) : `${seq}.${offset}`;

/** Where a reader that comes back had got to. */
export function lastEventId({ headers }: FastifyRequest): EventCursor {
  const given = headers['last-event-id'];
  if (given === undefined || given === '') return { afterSeq: 0, afterOffset: 0 };
  const [, seq, offset = '0'] = /^(\d{1,16})(?:\.(\d{1,16}))?$/.exec(String(given)) ?? [];
  const cursor = { afterSeq: Number(seq), afterOffset: Number(offset) };
  if (cursor.afterSeq <= MOST_INTEGER && cursor.afterOffset <= MOST_INTEGER) return cursor;
  throw new CadenceError(
    'INPUT_INVALID',
    `"${String(given).slice(0, 50)}" is not the id of an event of a run.`,
    {
      hint: 'Send the id of the last event that was received.',
    },
  );
}
