import { setImmediate as nextTurn } from 'node:timers/promises';

/** Pieces of small work, as what becomes of one event, that are done before others have their turn. */
const SLICE = 50;

/** The same items, with a turn of the event loop in between now and then. */
export async function* inSlices<T>(items: Iterable<T>): AsyncGenerator<T> {
  let done = 0;
  for (const item of items) {
    yield item;
    if (++done % SLICE === 0) await nextTurn();
  }
}
