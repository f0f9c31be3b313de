/** A text with what it was and what it was before being undone. */
export interface DocumentHistory {
  text: string;
  past: readonly string[];
  future: readonly string[];
  /** When the last key was pressed, if that was the last change. */
  typedAt: number | null;
}

export type DocumentChange =
  | { type: 'typed'; text: string; at: number }
  | { type: 'edited'; text: string }
  | { type: 'undone' }
  | { type: 'redone' };

const MOST_STEPS = 200;
/** Keys pressed within this time are undone together. */
const PAUSE_MS = 800;

export const beginHistory = (text: string): DocumentHistory => ({
  text,
  past: [],
  future: [],
  typedAt: null,
});

export function changeDocument(history: DocumentHistory, change: DocumentChange): DocumentHistory {
  const { text, past, future, typedAt } = history;
  switch (change.type) {
    case 'typed': {
      if (change.text === text) return history;
      const goesOn = typedAt !== null && change.at - typedAt < PAUSE_MS;
      return { text: change.text, past: goesOn ? past : pushed(past, text), future: [], typedAt: change.at };
    }
    case 'edited':
      if (change.text === text) return history;
      return { text: change.text, past: pushed(past, text), future: [], typedAt: null };
    case 'undone': {
      const before = past.at(-1);
      if (before === undefined) return history;
      return { text: before, past: past.slice(0, -1), future: [text, ...future], typedAt: null };
    }
    case 'redone': {
      const [next, ...rest] = future;
      if (next === undefined) return history;
      return { text: next, past: pushed(past, text), future: rest, typedAt: null };
    }
  }
}

const pushed = (past: readonly string[], text: string) => [...past.slice(1 - MOST_STEPS), text];
