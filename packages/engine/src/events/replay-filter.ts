// A step that is done again after a crash would tell its beginning twice. The filter knows what the first attempt
// has told since the last checkpoint and holds back what comes again, until the two part ways. Text is another matter:
// more of it may have been shown than was stored, so what the first attempt had begun to say is void.
import type { RunEvent, RunEventData, RunEventType } from '@cadence-agents/contracts';
import { type Restarted, restarted } from './restarted.ts';

/** Whether an event was told already. */
export function createReplayFilter(told: readonly RunEvent[]) {
  const expected = told.filter(({ type, data }) => !isOfText(type, data) && !isTool(type));
  const calls = new Set(
    told.flatMap((event) => ('callId' in event.data ? [callEvent(event.type, event.data)] : [])),
  );

  return <T extends RunEventType>(node: string | null, type: T, data: RunEventData<T>): boolean => {
    if (isOfText(type, data)) return false;
    // Calls run side by side, so their events have no order.
    if (isTool(type)) return calls.delete(callEvent(type, data));
    const [next] = expected;
    if (next?.node === node && next.type === type) {
      expected.shift();
      return true;
    }
    expected.length = 0;
    return false;
  };
}

/** Says of each message that was begun and still stands that it is void. */
export function voidMessages(told: readonly RunEvent[]): [node: string | null, data: Restarted][] {
  const begun = new Map<string | undefined, string | null>();
  for (const { type, node, data } of told) {
    if (type === 'on_chat_model_stream') begun.set(data.messageId, node);
    else if (type === 'on_message_start') begun.set(data.messageId, node);
    // As attempts of former versions tell it.
    else if (type === 'on_chat_model_start' && data.messageId !== undefined) begun.set(data.messageId, node);
    else if (type === 'on_custom_event' && data.status === 'answer_restarted') begun.clear();
  }
  return [...begun].map(([messageId, node]) => [node, restarted(messageId)]);
}

const callEvent = (type: RunEventType, data: object): string =>
  `${type} ${'callId' in data ? data.callId : ''}`;
/** Text, and the start and end of a message that is shown, or of the reply that it is. */
const isOfText = (type: RunEventType, data: object) =>
  type === 'on_chat_model_stream' ||
  'messageId' in data ||
  ('status' in data && data.status === 'answer_restarted');
const isTool = (type: RunEventType) => type === 'on_tool_start' || type === 'on_tool_end';
