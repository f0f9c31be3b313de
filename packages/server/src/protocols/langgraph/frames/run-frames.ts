// A run's events as the frames of this API, in the modes that are asked for.
import {
  isLiveText,
  type LangGraphState,
  type LangGraphStreamMode,
  type RunEvent,
  type RunEventOf,
  type RunRecord,
} from '@cadence-agents/contracts';
import type { Followed } from '@cadence-agents/engine';
import { builtInKinds } from '@cadence-agents/workflow';
import { frame } from '../../../http/stream/sse-writer.ts';
import { type LangChainMessage, toLangChain } from '../states/langchain-messages.ts';
import type { StoredStep } from '../states/run-steps.ts';
import { eventFrames, type Frame } from './event-frames.ts';
import { type FramePlace, idOf, isAfter, isLaterKind, placeOf } from './frame-place.ts';
import { createTextFrames, partOf, type TextPiece } from './text-frames.ts';

interface Setup {
  run: RunRecord;
  modes: ReadonlySet<LangGraphStreamMode>;
  /** Frames up to this one are left out. */
  after: FramePlace;
  step: (index: number) => Promise<StoredStep | undefined>;
  /** The state that the run begins with. */
  input: () => Promise<LangGraphState | undefined>;
  /** Why the run failed. */
  failure: () => Promise<RunRecord['error']>;
}

export function createRunFrames({ run, modes, after, step, input, failure }: Setup) {
  const texts = createTextFrames(run, modes);
  /** The node that is visited, until its step is stored. */
  let visited: string | undefined;
  let steps = 0;
  let lastSeq = 0;
  /** Whether the text may go on of which the reader has seen some. */
  let isSameText = after.to > 0;

  const text = (frames: readonly Frame[], seq: number, of?: { from: number; to: number }): string => {
    let out = '';
    for (const { kind, index, mode, event, data } of frames) {
      const place = placeOf(seq, kind, index, of);
      if ((mode !== null && !modes.has(mode)) || !isAfter(place, after)) continue;
      out += frame(JSON.stringify(data), event, idOf(place));
    }
    return out;
  };
  /** The step is stored once the next one begins or the run ends. */
  const endVisit = async ({ seq, time }: RunEvent): Promise<string> => {
    if (visited === undefined) return '';
    const node = visited;
    visited = undefined;
    const index = steps++;
    // Reading a state has its price; of events that the reader has seen in full nothing is needed.
    const stored = seq >= after.seq ? await step(index) : undefined;
    const streamed = texts.take();
    return stored ? text(stepFrames(node, stored, streamed, { time, step: index }), seq) : '';
  };
  const beginRun = async ({ seq }: RunEvent): Promise<string> => {
    const isShown = modes.has('values') || modes.has('checkpoints');
    const state = isShown && seq >= after.seq ? await input() : undefined;
    return state ? text(stateFrames(state), seq) : '';
  };
  const ofText = (piece: TextPiece, seq: number): string => {
    const growth = texts.grow(piece);
    if (seq < after.seq) return '';
    if (!isSameText) return text(texts.framesOf(growth), seq, growth);
    const { from, to } = after;
    if (growth.to < to) return '';
    isSameText = false;
    // Frames of some kinds are behind: first all come as far as the reader has seen any, so that one place says it of all.
    const behind = texts.framesOf(partOf(growth, from, to)).filter(({ kind }) => isLaterKind(kind, after));
    const rest = partOf(growth, to, growth.to);
    return text(behind, seq, after) + (rest.text === '' ? '' : text(texts.framesOf(rest), seq, rest));
  };
  const ofEvent = async (event: Exclude<RunEvent, RunEventOf<'on_chat_model_stream'>>): Promise<string> => {
    if (event.seq > after.seq) isSameText = false;
    let out = '';
    if (event.type === 'on_run_start') out = await beginRun(event);
    else if (event.type === 'on_run_end') out = await endVisit(event);
    // A node that only decides shares the step of the one before it.
    else if (event.type === 'on_node_start' && !builtInKinds.find(event.data.nodeType)?.inline) {
      out = await endVisit(event);
      visited = event.node ?? '';
    }
    texts.note(event);
    const failed = event.type === 'on_run_end' && event.data.status === 'failed';
    const error = failed ? errorFrames(await failure(), event.data.answer) : [];
    return out + text([...error, ...eventFrames(event, run)], event.seq);
  };
  return {
    /** What an event, or text that is not stored yet, tells the reader; empty when nothing. */
    of(told: Followed): string | Promise<string> {
      if (isLiveText(told)) return ofText(told, lastSeq);
      lastSeq = told.seq;
      return told.type === 'on_chat_model_stream' ? ofText(pieceOf(told), told.seq) : ofEvent(told);
    },
  };
}

function pieceOf({ seq, runId, node, data }: RunEventOf<'on_chat_model_stream'>): TextPiece {
  const { chunk, messageId = `${runId}:${seq}` } = data;
  return { node, messageId, text: chunk, isEvent: true };
}

function errorFrames(error: RunRecord['error'], answer: string): Frame[] {
  const data = { error: error?.code ?? 'INTERNAL', message: error?.message ?? answer };
  return [{ kind: 'error', mode: null, event: 'error', data }];
}

function stateFrames(state: LangGraphState): Frame[] {
  return [
    { kind: 'values', mode: 'values', event: 'values', data: state.values },
    { kind: 'checkpoints', mode: 'checkpoints', event: 'checkpoints', data: state },
  ];
}

function stepFrames(
  node: string,
  { state, added, known }: StoredStep,
  streamed: ReadonlySet<string>,
  { time, step }: { time: string; step: number },
): Frame[] {
  const messages = added.map(toLangChain);
  const tuples = messages.flatMap((message): unknown[] => {
    if (known.has(message.id)) return [];
    if (message.type !== 'ai' || !streamed.has(message.id)) return [message];
    return message.tool_calls.length > 0 ? [callsOf(message)] : [];
  });
  const debug = { type: 'checkpoint', timestamp: time, step, payload: state };
  const metadata = { tags: [], langgraph_node: node, langgraph_step: step + 1 };
  const update = { [node]: added.length > 0 ? { messages } : null };
  return [
    ...(messages.length > 0
      ? [{ kind: 'messages/complete', mode: 'messages', event: 'messages/complete', data: messages } as const]
      : []),
    ...tuples.map((message, index): Frame => {
      const data = [message, metadata];
      return { kind: 'messages', index, mode: 'messages-tuple', event: 'messages', data };
    }),
    { kind: 'updates', mode: 'updates', event: 'updates', data: update },
    ...stateFrames(state),
    { kind: 'step-debug', mode: 'debug', event: 'debug', data: debug },
  ];
}

/** What a message that was streamed has beside its text. */
function callsOf({ id, name, tool_calls }: Extract<LangChainMessage, { type: 'ai' }>) {
  return {
    type: 'AIMessageChunk',
    id,
    name,
    content: '',
    tool_calls,
    tool_call_chunks: tool_calls.map((call, index) => ({
      type: 'tool_call_chunk',
      index,
      id: call.id,
      name: call.name,
      args: JSON.stringify(call.args),
    })),
  };
}
