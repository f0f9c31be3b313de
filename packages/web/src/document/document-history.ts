/** A text, and where what it describes stands in its picture. */
interface Step<P> {
  text: string;
  places: P | undefined;
}

/** A text with what it was and what it was before being undone. */
export interface DocumentHistory<P = never> extends Step<P> {
  past: readonly Step<P>[];
  future: readonly Step<P>[];
  /** When the last key was pressed, if that was the last change. */
  typedAt: number | null;
}

export type DocumentChange<P = never> =
  | { type: 'typed'; text: string; at: number }
  | { type: 'edited'; text: string; places?: P | undefined }
  /** The cursor was moved: what is typed from there is undone by itself. */
  | { type: 'moved' }
  /** Laid out for the first time, which is nothing to undo. */
  | { type: 'placed'; places: P }
  | { type: 'undone' }
  | { type: 'redone' };

const MOST_STEPS = 200;
/** Keys pressed within this time are undone together. */
const PAUSE_MS = 800;

export const beginHistory = <P = never>(text: string, places?: P): DocumentHistory<P> => ({
  text,
  places,
  past: [],
  future: [],
  typedAt: null,
});

export function changeDocument<P>(
  history: DocumentHistory<P>,
  change: DocumentChange<P>,
): DocumentHistory<P> {
  const { text, places, past, future, typedAt } = history;
  const now = { text, places };
  switch (change.type) {
    case 'typed': {
      if (change.text === text) return history;
      const goesOn = typedAt !== null && change.at - typedAt < PAUSE_MS;
      const before = goesOn ? past : pushed(past, now);
      return { text: change.text, places, past: before, future: [], typedAt: change.at };
    }
    case 'edited': {
      const after = { text: change.text, places: change.places ?? places };
      if (after.text === text && after.places === places) return history;
      return { ...after, past: pushed(past, now), future: [], typedAt: null };
    }
    case 'moved':
      return typedAt === null ? history : { ...history, typedAt: null };
    case 'placed':
      return { ...history, places: change.places };
    case 'undone': {
      const before = past.at(-1);
      if (before === undefined) return history;
      return { ...before, past: past.slice(0, -1), future: [now, ...future], typedAt: null };
    }
    case 'redone': {
      const [next, ...rest] = future;
      if (next === undefined) return history;
      return { ...next, past: pushed(past, now), future: rest, typedAt: null };
    }
  }
}

const pushed = <P>(past: readonly Step<P>[], step: Step<P>) => [...past.slice(1 - MOST_STEPS), step];
