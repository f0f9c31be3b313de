import {
  eventLine,
  type FilePart,
  type RoutingReceipt,
  type RunEvent,
  type RunEventData,
  type Usage,
} from '@cadence-agents/contracts';

export interface ModelCall {
  seq: number;
  model: string;
  startedAt: string;
  endedAt: string | null;
  usage: Usage | null;
}

export interface ToolUse {
  seq: number;
  callId: string;
  tool: string;
  input: unknown;
  startedAt: string;
  endedAt: string | null;
  output: string | null;
  /** Pictures and files that it returned. */
  files: FilePart[];
  isError: boolean;
}

/** One stay of the run at a node. */
export interface Visit {
  seq: number;
  node: string;
  nodeType: string;
  step: number;
  startedAt: string;
  endedAt: string | null;
  models: ModelCall[];
  tools: ToolUse[];
  /** What it told about itself, as `planning_retry`. */
  notes: string[];
  question: RunEventData<'on_interrupt'> | null;
  receipt: RoutingReceipt | null;
  error: RunEventData<'on_error'> | null;
}

/** What a run did, node by node. */
export function runActivity(events: readonly RunEvent[]): Visit[] {
  const visits: Visit[] = [];
  for (const event of events) {
    if (event.type === 'on_node_start' && event.node !== null) {
      visits.push(newVisit(event.node, event.seq, event.time, event.data));
    } else {
      if (event.type === 'on_run_end' && event.data.status !== 'awaiting_human') endCalls(visits, event.time);
      const visit = visits.findLast(({ node }) => node === event.node) ?? visits.at(-1);
      if (visit) addTo(visit, event);
    }
  }
  return visits;
}

/** What was under way when the run ended came to nothing. */
function endCalls(visits: readonly Visit[], time: string): void {
  for (const call of visits.flatMap(({ models, tools }) => [...models, ...tools])) call.endedAt ??= time;
}

function newVisit(
  node: string,
  seq: number,
  time: string,
  { nodeType, step }: RunEventData<'on_node_start'>,
): Visit {
  return {
    seq,
    node,
    nodeType,
    step,
    startedAt: time,
    endedAt: null,
    models: [],
    tools: [],
    notes: [],
    question: null,
    receipt: null,
    error: null,
  };
}

function addTo(visit: Visit, event: RunEvent): void {
  const { seq, time } = event;
  switch (event.type) {
    case 'on_chat_model_start':
      visit.models.push({ seq, model: event.data.model, startedAt: time, endedAt: null, usage: null });
      break;
    case 'on_chat_model_end': {
      const call = visit.models.findLast(({ endedAt }) => endedAt === null);
      if (call) Object.assign(call, { endedAt: time, usage: event.data.usage, model: event.data.model });
      break;
    }
    case 'on_tool_start': {
      const { callId, tool, input } = event.data;
      const begun = { seq, callId, tool, input, startedAt: time };
      visit.tools.push({ ...begun, endedAt: null, output: null, files: [], isError: false });
      break;
    }
    case 'on_tool_end': {
      const { callId, output, files = [], isError } = event.data;
      const use = visit.tools.findLast((one) => one.callId === callId);
      if (use) Object.assign(use, { endedAt: time, output, files, isError });
      break;
    }
    case 'on_interrupt':
      visit.question = event.data;
      break;
    case 'on_route':
      visit.receipt = event.data;
      break;
    case 'on_error':
      visit.error = event.data;
      break;
    case 'on_node_end':
    case 'on_run_end':
      visit.endedAt ??= time;
      break;
    default: {
      const line = eventLine(event);
      if (line) visit.notes.push(line.text);
    }
  }
}
