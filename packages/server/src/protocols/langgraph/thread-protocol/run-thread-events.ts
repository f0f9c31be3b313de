// A run's events as those of the thread protocol. Each depends on nothing but the run, and so does its id: a client that
// opens its stream anew drops what it has seen.
import type { LangGraphState, RunEvent, RunRecord } from '@cadence-agents/contracts';
import { builtInKinds } from '@cadence-agents/workflow';
import { interruptOf } from '../states/interrupts.ts';
import { toLangChain } from '../states/langchain-messages.ts';
import type { StoredStep } from '../states/run-steps.ts';
import { MessageBlocks } from './message-blocks.ts';

export interface ThreadEvent {
  type: 'event';
  event_id: string;
  seq: number;
  method: string;
  params: { namespace: string[]; timestamp: number; node?: string; data: unknown };
}

interface Told {
  method: string;
  data: unknown;
  node?: string;
}

interface Setup {
  run: RunRecord;
  step: (index: number) => Promise<StoredStep | undefined>;
  input: () => Promise<LangGraphState | undefined>;
}

/** As many as one event of a run can give rise to. */
const PER_EVENT = 256;
const PER_RUN = 2 ** 31;

/** The number of the last event of the thread up to an event of a run. */
export const seqThrough = ({ position }: RunRecord, seq: number): number =>
  position * PER_RUN + seq * PER_EVENT + PER_EVENT - 1;

export class RunThreadEvents {
  readonly #setup: Setup;
  readonly #messages = new MessageBlocks();
  /** The node that is visited, until its step is stored. */
  #visited: string | undefined;
  #steps = 0;
  #isOver = false;

  constructor(setup: Setup) {
    this.#setup = setup;
  }

  async of(event: RunEvent): Promise<ThreadEvent[]> {
    const { run } = this.#setup;
    const told = await this.#told(event);
    return told.slice(0, PER_EVENT).map(({ method, data, node }, index) => ({
      type: 'event',
      event_id: `${run.id}:${event.seq}:${index}`,
      seq: run.position * PER_RUN + event.seq * PER_EVENT + index,
      method,
      params: {
        namespace: [],
        timestamp: Date.parse(event.time),
        ...(node !== undefined && { node }),
        data,
      },
    }));
  }

  async #told(event: RunEvent): Promise<Told[]> {
    const before = await this.#before(event);
    const messages = this.#messages.of(event).map((data) => ({
      method: 'messages',
      data,
      ...(event.node !== null && { node: event.node }),
    }));
    return [...before, ...messages, ...this.#after(event)];
  }

  /** That the run goes on, and the step that has ended. */
  async #before(event: RunEvent): Promise<Told[]> {
    const { run, input } = this.#setup;
    if (event.type === 'on_run_start') {
      const state = await input();
      return [lifecycle(run, 'running'), ...(state ? stateEvents(state) : [])];
    }
    const goesOn = this.#isOver ? [lifecycle(run, 'running')] : [];
    this.#isOver = false;
    const begins = event.type === 'on_node_start' && !builtInKinds.find(event.data.nodeType)?.inline;
    if (!begins && event.type !== 'on_run_end') return goesOn;
    const ended = await this.#endedStep();
    if (begins) this.#visited = event.node ?? '';
    return [...goesOn, ...ended];
  }

  async #endedStep(): Promise<Told[]> {
    const node = this.#visited;
    if (node === undefined) return [];
    this.#visited = undefined;
    const stored = await this.#setup.step(this.#steps++);
    if (!stored) return [];
    const messages = stored.added.map(toLangChain);
    return [{ method: 'updates', node, data: { messages } }, ...stateEvents(stored.state)];
  }

  #after(event: RunEvent): Told[] {
    const { run } = this.#setup;
    const node = event.node ?? '';
    switch (event.type) {
      case 'on_tool_start': {
        const { callId, tool, input } = event.data;
        const data = { event: 'tool-started', tool_call_id: callId, tool_name: tool, input };
        return [{ method: 'tools', node, data }];
      }
      case 'on_tool_end': {
        const { callId, output, isError } = event.data;
        const how = isError ? { event: 'tool-error', message: output } : { event: 'tool-finished', output };
        return [{ method: 'tools', node, data: { ...how, tool_call_id: callId } }];
      }
      case 'on_custom_event':
        return [{ method: 'custom', node, data: { name: event.data.status, payload: event.data } }];
      case 'on_interrupt': {
        const { handoffId, pause, ...asked } = event.data;
        if (pause) return [];
        const { id, value } = interruptOf(handoffId, node, asked);
        return [{ method: 'input.requested', data: { interrupt_id: id, payload: value } }];
      }
      case 'on_run_end':
        this.#isOver = true;
        return [lifecycle(run, endOf[event.data.status], event.data.answer)];
      default:
        return [];
    }
  }
}

const endOf = {
  completed: 'completed',
  suspended: 'completed',
  awaiting_human: 'interrupted',
  cancelled: 'interrupted',
  failed: 'failed',
} as const;

function lifecycle({ workflowId }: RunRecord, event: string, answer = ''): Told {
  const data = { event, graph_name: workflowId, ...(event === 'failed' && { error: answer }) };
  return { method: 'lifecycle', data };
}

function stateEvents({ values, checkpoint, parent_checkpoint, metadata }: LangGraphState): Told[] {
  const { __interrupt__: _, ...shown } = values;
  const data = {
    id: checkpoint.checkpoint_id,
    ...(parent_checkpoint && { parent_id: parent_checkpoint.checkpoint_id }),
    step: metadata.step,
    source: metadata.source,
  };
  return [
    { method: 'checkpoints', data },
    { method: 'values', data: shown },
  ];
}
