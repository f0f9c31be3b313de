// A step that is done again after a crash would tell its beginning twice. The filter knows what the first attempt
// has told since the last checkpoint and holds back what comes again, until the two part ways.
import type { RunEvent, RunEventType } from '@cadence/contracts';

/** `repeat`: told already. `restart`: new, and text that was told before it is void. */
type Verdict = 'new' | 'repeat' | 'restart';

export function createReplayFilter(told: readonly RunEvent[]) {
  const expected = told.filter((event) => !isText(event.type) && !isTool(event.type));
  let textIsVoid = told.some((event) => isText(event.type));
  const firstText = (): Verdict => {
    const verdict = textIsVoid ? 'restart' : 'new';
    textIsVoid = false;
    return verdict;
  };

  return (node: string | null, type: RunEventType): Verdict => {
    if (isText(type)) return firstText();
    if (isTool(type)) return 'new';
    const [next] = expected;
    if (next?.node === node && next.type === type) {
      expected.shift();
      return 'repeat';
    }
    expected.length = 0;
    return 'new';
  };
}

const isText = (type: RunEventType) => type === 'on_chat_model_stream';

// The ledger knows which calls were told: they come again only when they run again.
const isTool = (type: RunEventType) => type === 'on_tool_start' || type === 'on_tool_end';
