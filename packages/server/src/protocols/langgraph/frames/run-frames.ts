// A run's events as the frames of this API, in the modes that are asked for.
import type { LangGraphStreamMode, RunEvent, RunRecord } from '@cadence/contracts';
import { builtInKinds } from '@cadence/workflow';
import { frame } from '../../../http/stream/sse-writer.ts';
import { toLangChain } from '../states/langchain-messages.ts';
import type { StoredStep } from '../states/run-steps.ts';
import { eventFrames, type Frame } from './event-frames.ts';
import { type FramePlace, idOf, isAfter, placeOf } from './frame-place.ts';
import { createTextFrames } from './text-frames.ts';

interface Setup {
  run: RunRecord;
  modes: ReadonlySet<LangGraphStreamMode>;
  /** Frames up to this one are left out. */
  after: FramePlace;
  step: (index: number) => Promise<StoredStep | undefined>;
  /** Why the run failed. */
  failure: () => Promise<RunRecord['error']>;
}

export function createRunFrames({ run, modes, after, step, failure }: Setup) {
  const texts = createTextFrames(run);
  /** The node that is visited, until its step is stored. */
  let visited: string | undefined;
  let steps = 0;

  const text = (frames: readonly Frame[], seq: number): string => {
    let out = '';
    for (const { kind, index, mode, event, data } of frames) {
      const place = placeOf(seq, kind, index);
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
  return {
    /** What the event tells the reader; empty when nothing. */
    async of(event: RunEvent): Promise<string> {
      let out = '';
      if (event.type === 'on_run_end') out = await endVisit(event);
      // A node that only decides shares the step of the one before it.
      else if (event.type === 'on_node_start' && !builtInKinds.find(event.data.nodeType)?.inline) {
        out = await endVisit(event);
        visited = event.node ?? '';
      }
      const failed = event.type === 'on_run_end' && event.data.status === 'failed';
      const error = failed ? errorFrames(await failure(), event.data.answer) : [];
      return out + text([...texts.of(event), ...error, ...eventFrames(event, run)], event.seq);
    },
  };
}

function errorFrames(error: RunRecord['error'], answer: string): Frame[] {
  const data = { error: error?.code ?? 'INTERNAL', message: error?.message ?? answer };
  return [{ kind: 'error', mode: null, event: 'error', data }];
}

function stepFrames(
  node: string,
  { values, state, added }: StoredStep,
  streamed: ReadonlyMap<string, string>,
  { time, step }: { time: string; step: number },
): Frame[] {
  const messages = added.map(toLangChain);
  // A text that was streamed keeps the id under which the reader knows it.
  const complete = messages.map((message) => {
    const id = message.type === 'ai' ? streamed.get(message.content) : undefined;
    return id === undefined ? message : { ...message, id };
  });
  const unstreamed = messages.filter(({ type, content }) => type !== 'ai' || !streamed.has(content));
  const debug = { type: 'checkpoint', timestamp: time, step, payload: state };
  return [
    {
      kind: 'updates',
      mode: 'updates',
      event: 'updates',
      data: { [node]: added.length > 0 ? { messages } : null },
    },
    { kind: 'values', mode: 'values', event: 'values', data: values },
    { kind: 'checkpoints', mode: 'checkpoints', event: 'checkpoints', data: state },
    { kind: 'step-debug', mode: 'debug', event: 'debug', data: debug },
    ...(complete.length > 0
      ? [{ kind: 'messages/complete', mode: 'messages', event: 'messages/complete', data: complete } as const]
      : []),
    ...unstreamed.map(
      (message, index): Frame => ({
        kind: 'messages',
        index,
        mode: 'messages-tuple',
        event: 'messages',
        data: [message, { tags: [], langgraph_node: node, langgraph_step: step + 1 }],
      }),
    ),
  ];
}
