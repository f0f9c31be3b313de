// A run as people look back on it: its steps, and what happened in each.
import type { RoutingReceipt, RunEvent, RunRecord, Store } from '@cadence/contracts';
import { stepsOf } from '@cadence/server';

export interface ToolUse {
  tool: string;
  input: unknown;
  /** Absent while it is under way, or when nobody lived to see its end. */
  output?: string;
  isError?: boolean;
}

export interface StepDetails {
  /** Its number in the conversation and the id of the state after it; both `null` while it is under way. */
  step: number | null;
  checkpointId: string | null;
  node: string;
  tools: ToolUse[];
  /** Where it led, and why. */
  route: RoutingReceipt | null;
  errors: string[];
}

type Checkpoints = Awaited<ReturnType<typeof stepsOf>>;

export interface RunDetails {
  run: RunRecord;
  steps: StepDetails[];
}

export async function runDetails(store: Store, run: RunRecord): Promise<RunDetails> {
  const [checkpoints, events] = [await stepsOf(store, run), await eventsOf(store, run.id)];
  return { run, steps: numbered(visitsIn(events), checkpoints) };
}

/** Each visit with the step it belongs to: a node that only decides shares the step of the one before it. */
function numbered(visits: readonly StepDetails[], checkpoints: Checkpoints): StepDetails[] {
  const steps = checkpoints.filter(({ node }) => node !== null);
  let current: Checkpoints[number] | undefined;
  return visits.map((visit) => {
    if (steps[0]?.node === visit.node) current = steps.shift();
    // Without a route it did not get to its end.
    if (!current || (visit.route === null && current.node !== visit.node)) return visit;
    return { ...visit, step: current.step, checkpointId: current.checkpointId };
  });
}

async function eventsOf(store: Store, runId: string): Promise<RunEvent[]> {
  const events: RunEvent[] = [];
  for (;;) {
    const batch = await store.events.read(runId, events.at(-1)?.seq ?? 0);
    if (batch.length === 0) return events;
    events.push(...batch);
  }
}

const newVisit = (node: string): StepDetails => ({
  step: null,
  checkpointId: null,
  node,
  tools: [],
  route: null,
  errors: [],
});

/** The visits to nodes in their order; each became one step when it was done. */
function visitsIn(events: readonly RunEvent[]): StepDetails[] {
  const visits: StepDetails[] = [];
  const calls = new Map<string, ToolUse>();
  for (const event of events) {
    if (event.type === 'on_node_start') visits.push(newVisit(event.node ?? ''));
    const visit = visits.at(-1);
    if (visit) record(visit, event, calls);
  }
  return visits;
}

function record(visit: StepDetails, event: RunEvent, calls: Map<string, ToolUse>): void {
  if (event.type === 'on_route') visit.route = event.data;
  else if (event.type === 'on_error') visit.errors.push(event.data.message);
  else if (event.type === 'on_tool_start') {
    const use: ToolUse = { tool: event.data.tool, input: event.data.input };
    visit.tools.push(use);
    calls.set(event.data.callId, use);
  } else if (event.type === 'on_tool_end') {
    const { callId, output, isError } = event.data;
    Object.assign(calls.get(callId) ?? {}, { output, isError });
  }
}
