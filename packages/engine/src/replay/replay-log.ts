import { setImmediate as nextTurn } from 'node:timers/promises';
import type { RunEvent, RunEventData, RunEventType } from '@cadence/contracts';
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
      tell();
      // A run that was left stores nothing more.
      commit({ calls: [result] }).catch(() => {});
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
  /** For what a message has beside its words. */
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
    if (!this.#block) return;
    const block = this.#block;
    this.#block = undefined;
    if (block.text !== '') this.#tell(block, block.text);
  }

  #tell({ node, messageId, part, offset }: Block, text: string): void {
    if (part) this.#add(node, 'on_message_delta', { messageId, ...part, delta: text, offset });
    else this.#add(node, 'on_chat_model_stream', { chunk: text, messageId, offset });
  }

  #cut(): void {
    for (;;) {
      const block = this.#block;
      const due = block && dueBlock(this.#order.due);
      if (!block || !due) return;
      const isHere =
        due.messageId === block.messageId && due.offset === block.offset && due.isAside === !!block.part;
      if (!isHere || due.text.length > block.text.length || due.text === '') return;
      const told = block.text.slice(0, due.text.length);
      this.#tell(block, told);
      block.offset += told.length;
      block.text = block.text.slice(told.length);
    }
  }
}

function dueBlock(due: RecordedOrder['due']) {
  switch (due?.type) {
    case 'on_chat_model_stream': {
      const { chunk: text, messageId, offset } = due.data;
      return { text, messageId, offset, isAside: false };
    }
    case 'on_message_delta': {
      const { delta: text, messageId, offset } = due.data;
      return { text, messageId, offset, isAside: true };
    }
    default:
      return undefined;
  }
}
