// A step that is done again after a crash would tell its beginning twice. The filter knows what the first attempt
// has told since the last checkpoint and holds back what comes again, until the two part ways.
import type { RunEvent, RunEventData, RunEventType } from '@cadence/contracts';

/** `repeat`: told already. `restart`: new, and text that was told before it is void. */
type Verdict = 'new' | 'repeat' | 'restart';

export function createReplayFilter(told: readonly RunEvent[]) {
  const expected = told.filter((event) => !isText(event.type) && !isTool(event.type));
  const calls = new Set(
    told.flatMap((event) => ('callId' in event.data ? [callEvent(event.type, event.data)] : [])),
  );
  let textIsVoid = told.some((event) => isText(event.type));
  const firstText = (): Verdict => {
    const verdict = textIsVoid ? 'restart' : 'new';
    textIsVoid = false;
    return verdict;
  };

  return <T extends RunEventType>(node: string | null, type: T, data: RunEventData<T>): Verdict => {
    if (isText(type)) return firstText();
    // Calls run side by side, so their events have no order.
    if (isTool(type)) return calls.delete(callEvent(type, data)) ? 'repeat' : 'new';
    const [next] = expected;
    if (next?.node === node && next.type === type) {
      expected.shift();
      return 'repeat';
    }
    expected.length = 0;
    return 'new';
  };
}

const callEvent = (type: RunEventType, data: object): string =>
  `${type} ${'callId' in data ? data.callId : ''}`;
const isText = (type: RunEventType) => type === 'on_chat_model_stream';
const isTool = (type: RunEventType) => type === 'on_tool_start' || type === 'on_tool_end';
