import { setImmediate as nextTurn } from 'node:timers/promises';
import type { RunEvent, RunEventData, RunEventType } from '@cadence-agents/contracts';
import type { Pending } from '../events/commit-queue.ts';
import type { AsidePart, EmitEvent, TellText } from '../events/emitter.ts';
import type { EventLog, EventLogSetup } from '../events/event-log.ts';
import { createReplayFilter, voidMessages } from '../events/replay-filter.ts';
import type { RecordedOrder } from './recorded-order.ts';

/** The event log of a replay: nothing waits, and text is cut where it was cut when it was recorded. */
export function createReplayLog(setup: EventLogSetup, order: RecordedOrder, begun: string): EventLog {
  const { runId, uncommitted = [] } = setup;
  const isRepeat = createReplayFilter(uncommitted);
  /** What `commitWith` is about to store, and may change before it is told. */
  let held: RunEvent[] | undefined;
  const add = (node: string | null, type: RunEventType, data: RunEventData<RunEventType>) => {
    if (held) held.push({ seq: order.seq + held.length + 1, runId, time: '', node, type, data } as RunEvent);
    else order.tell(node, type, data);
  };
  const text = new CutText(order, add);
  const emitFor =
    (node: string | null): EmitEvent =>
    (type, data) => {
      if (isRepeat(node, type, data)) return;
      text.end();
      add(node, type, data);
    };
  const commit = (part: Partial<Pending>) =>
    setup.commit({ events: [], steps: [], calls: [], recorded: [], ...part });
  for (const [node, data] of voidMessages(uncommitted)) emitFor(node)('on_custom_event', data);
  return {
    for: emitFor,
    now: () => Date.parse((order.seq > setup.lastSeq ? order.time : undefined) ?? begun),
    text: (node, messageId) => text.of(node, messageId),
    aside: (node, messageId, part) => text.of(node, messageId, part),
    record() {},
    lastSeq: () => order.seq,
    async stageStep(step) {
      await commit({ steps: [step] });
      // A replay waits for nobody, and would keep others from their turn.
      await nextTurn();
    },
    stageResult(result, tell) {
      // Before it is told, since the process may have ended with that. A run that was left stores nothing more.
      commit({ calls: [result] }).catch(() => {});
      tell();
    },
    stepsStored: async () => {},
    async commitWith(store, tell) {
      text.end();
      held = [];
      tell?.();
      const pending: Pending = { events: held, steps: [], calls: [], recorded: [] };
      held = undefined;
      const result = await store(pending);
      for (const { node, type, data } of pending.events) order.tell(node, type, data);
      return result;
    },
    flush: async () => text.end(),
  };
}

interface Block {
  node: string;
  messageId: string;
  /** Absent for the words. */
  part: AsidePart | undefined;
  offset: number;
  text: string;
}

/** Text that is told in blocks, which end where those of the recording do. */
class CutText {
  readonly #order: RecordedOrder;
  readonly #add: RecordedOrder['tell'];
  #block: Block | undefined;

  constructor(order: RecordedOrder, add: RecordedOrder['tell']) {
    this.#order = order;
    this.#add = add;
  }

  of(node: string, messageId: string, part?: AsidePart): TellText {
    let offset = 0;
    return (piece) => {
      if (this.#block?.messageId !== messageId || this.#block.part !== part) {
        this.end();
        this.#block = { node, messageId, part, offset, text: '' };
      }
      this.#block.text += piece;
      offset += piece.length;
      this.#cut();
    };
  }

  end(): void {
    if (this.#block && this.#block.text !== '') this.#tell(this.#block, this.#block.text);
    this.#block = undefined;
  }

  #tell({ node, messageId, part, offset }: Block, text: string): void {
    if (part) this.#add(node, 'on_message_delta', { messageId, ...part, delta: text, offset });
    else this.#add(node, 'on_chat_model_stream', { chunk: text, messageId, offset });
  }

  #cut(): void {
    for (;;) {
      const block = this.#block;
      const length = block ? this.#lengthDue(block) : 0;
      if (!block || length === 0 || length > block.text.length) return;
      const told = block.text.slice(0, length);
      this.#tell(block, told);
      block.offset += length;
      block.text = block.text.slice(length);
    }
  }

  /** Of the recorded block that is due, if it is of this text. */
  #lengthDue({ messageId, part, offset }: Block): number {
    const { due } = this.#order;
    if (due?.type !== 'on_chat_model_stream' && due?.type !== 'on_message_delta') return 0;
    if (due.data.messageId !== messageId || due.data.offset !== offset) return 0;
    if (due.type === 'on_chat_model_stream') return part ? 0 : due.data.chunk.length;
    return part?.part === due.data.part ? due.data.delta.length : 0;
  }
}
