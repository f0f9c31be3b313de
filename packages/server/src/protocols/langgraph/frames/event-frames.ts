import type { LangGraphStreamMode, RunEvent, RunRecord } from '@cadence-agents/contracts';
import { interruptOf } from '../states/interrupts.ts';
import type { FrameKind } from './frame-place.ts';

export interface Frame {
  kind: FrameKind;
  /** Among those of its kind that one event gives rise to. */
  index?: number;
  /** The mode that it belongs to; all have it when `null`. */
  mode: LangGraphStreamMode | null;
  event: string;
  data: unknown;
}

/** What an event that is no text says by itself. */
export function eventFrames(event: RunEvent, run: RunRecord): Frame[] {
  const traced: Frame = { kind: 'events', mode: 'events', event: 'events', data: traceOf(event, run) };
  switch (event.type) {
    case 'on_node_start': {
      const task = { ...taskOf(event), input: null, triggers: [] };
      return [...taskFrames('task', event, task), traced];
    }
    case 'on_node_end':
      return [...taskFrames('task_result', event, { ...taskOf(event), result: [], error: null }), traced];
    case 'on_tool_start':
    case 'on_tool_end':
      return [{ kind: 'tools', mode: 'tools', event: 'tools', data: toolProgress(event) }, traced];
    case 'on_custom_event':
      return [{ kind: 'custom', mode: 'custom', event: 'custom', data: event.data }, traced];
    case 'on_interrupt': {
      const { handoffId: id, pause, ...asked } = event.data;
      const data = { __interrupt__: pause ? [] : [interruptOf(id, event.node ?? '', asked)] };
      return [traced, { kind: 'interrupt', mode: 'updates', event: 'updates', data }];
    }
    case 'on_run_end':
      return [traced, { kind: 'end', mode: null, event: 'end', data: null }];
    default:
      return [traced];
  }
}

function taskOf({ runId, node, seq }: RunEvent) {
  return { id: `${runId}:${seq}`, name: node ?? '', interrupts: [] };
}

function taskFrames(type: 'task' | 'task_result', { time }: RunEvent, payload: object): Frame[] {
  return [
    { kind: 'tasks', mode: 'tasks', event: 'tasks', data: payload },
    { kind: 'debug', mode: 'debug', event: 'debug', data: { type, timestamp: time, payload } },
  ];
}

function toolProgress(event: Extract<RunEvent, { type: 'on_tool_start' | 'on_tool_end' }>) {
  const { tool: name, callId: toolCallId } = event.data;
  if (event.type === 'on_tool_start') return { event: event.type, toolCallId, name, input: event.data.input };
  const { isError, output } = event.data;
  return isError
    ? { event: 'on_tool_error', toolCallId, name, error: output }
    : { event: 'on_tool_end', toolCallId, name, output };
}

const chainEvents: Partial<Record<RunEvent['type'], string>> = {
  on_run_start: 'on_chain_start',
  on_node_start: 'on_chain_start',
  on_node_end: 'on_chain_end',
  on_run_end: 'on_chain_end',
};

/** In the form of LangChain's `streamEvents`. */
export function traceOf(
  { type, node, runId, data }: Pick<RunEvent, 'type' | 'node' | 'runId'> & { data: object },
  { workflowId }: RunRecord,
) {
  return {
    event: chainEvents[type] ?? type,
    name: node ?? workflowId,
    run_id: runId,
    tags: [],
    parent_ids: [],
    metadata: node === null ? {} : { langgraph_node: node },
    data,
  };
}
