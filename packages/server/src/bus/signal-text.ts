import type { Signal } from '@cadence-agents/contracts';

/** What one process tells the others. */
export interface Told {
  from: string;
  signals: [topic: string, signal: Signal][];
}

/** What another process wrote, as far as it can be read: one that is newer may say what is not known here. */
export function readTold(text: string): Told | undefined {
  let told: unknown;
  try {
    told = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (!isObject(told) || typeof told.from !== 'string' || !Array.isArray(told.signals)) return undefined;
  return { from: told.from, signals: told.signals.filter(isTopicAndSignal) };
}

function isTopicAndSignal(value: unknown): value is Told['signals'][number] {
  return Array.isArray(value) && value.length === 2 && typeof value[0] === 'string' && isSignal(value[1]);
}

/** By hand and by what readers go by, since every piece of text comes this way. */
function isSignal(value: unknown): value is Signal {
  if (!isObject(value)) return false;
  switch (value.type) {
    case 'look':
      return true;
    case 'work':
      return value.conversationId === null || typeof value.conversationId === 'string';
    case 'plugins':
      return typeof value.origin === 'string';
    case 'reconnect':
      return typeof value.server === 'string';
    case 'text':
      return typeof value.text === 'string' && typeof value.messageId === 'string' && isCount(value.offset);
    default:
      return isCount(value.seq) && typeof value.runId === 'string' && typeof value.type === 'string';
  }
}

const isCount = (value: unknown): boolean => Number.isSafeInteger(value);

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
