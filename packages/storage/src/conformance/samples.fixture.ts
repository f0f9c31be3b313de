import { randomUUID } from 'node:crypto';
import type {
  ClaimedRun,
  EndedRun,
  Message,
  MessageUpdate,
  NewRun,
  NewSchedule,
  RunCommit,
  RunEvent,
  RunOutcome,
  RunRecord,
  RunState,
  RunStep,
  Store,
  TurnState,
  WorkflowDefinition,
} from '@cadence-agents/contracts';
import { sampleTurn } from '@cadence-agents/testkit';

export const tenantId = 'acme';

export function newRun(fields: Partial<NewRun> = {}): NewRun {
  return {
    id: randomUUID(),
    tenantId,
    ownerId: 'ann',
    conversationId: 'conversation',
    workflowId: 'assistant',
    workflowVersion: null,
    input: 'Hello',
    tone: 'natural',
    onBusy: 'enqueue',
    ...fields,
  };
}

export function sampleSchedule(fields: Partial<NewSchedule> = {}): NewSchedule {
  return {
    id: randomUUID(),
    tenantId,
    ownerId: 'ann',
    workflowId: 'assistant',
    conversationId: null,
    input: 'Good morning',
    tone: 'natural',
    model: null,
    metadata: {},
    onBusy: 'enqueue',
    webhook: null,
    cron: '0 8 * * *',
    timeZone: 'Europe/Berlin',
    endsAt: null,
    enabled: true,
    nextAt: null,
    ...fields,
  };
}

export function outcome(fields: Partial<RunOutcome> = {}): RunOutcome {
  return {
    status: 'completed',
    answer: 'Done.',
    usage: { inputTokens: 3, outputTokens: 2, modelCalls: 1 },
    error: null,
    handoff: null,
    ...fields,
  };
}

/** Events that stream tokens, numbered from `first` on. */
export function tokens(runId: string, first: number, count: number): RunEvent[] {
  return Array.from({ length: count }, (_, index) => ({
    seq: first + index,
    runId,
    time: new Date(1_790_000_000_000 + 17 * (first + index)).toISOString(),
    node: 'assistant',
    type: 'on_chat_model_stream',
    data: { chunk: ` word${first + index}` },
  }));
}

/** The run as it is stored once it has ended, and what was told of its end. */
export async function finished(
  store: Store,
  { run, lease }: Pick<ClaimedRun, 'run' | 'lease'>,
  how = outcome(),
  commit?: RunCommit,
): Promise<RunRecord & EndedRun> {
  const ended = await store.runs.finish(lease, run.id, how, commit);
  const record = await store.runs.get(run.tenantId, run.id);
  if (!record) throw new Error('It is gone.');
  return { ...record, ...ended };
}

export const turnOf = (runId: string, fields: Partial<TurnState> = {}): TurnState =>
  sampleTurn({
    runId,
    counters: { steps: 1, agentHops: 0, toolHops: 0, sameAgentRoutes: 0, tokens: 0 },
    ...fields,
  });

/** Ids are unique in a test run, so that two of them can follow each other. */
export const said = (content: string, id: string = randomUUID()): Message => ({
  id,
  role: 'assistant',
  content,
});

/** A step that adds a message to what is there, or makes these updates. */
export function step(
  runId: string,
  change: { said?: string; updates?: readonly MessageUpdate[]; turn?: Partial<TurnState>; node?: string },
  before?: Pick<RunState, 'messages'> & { turn: TurnState | null },
): RunStep {
  const messages = [...(change.updates ?? []), ...(change.said === undefined ? [] : [said(change.said)])];
  const byId = new Map((before?.messages ?? []).map((message) => [message.id, message]));
  for (const update of messages) {
    if (update.role === 'remove') byId.delete(update.id);
    else byId.set(update.id, update);
  }
  const turn = before?.turn ? { ...change.turn } : turnOf(runId, change.turn);
  const state = { messages: [...byId.values()], turn: { ...(before?.turn ?? turnOf(runId)), ...turn } };
  return { node: change.node ?? 'agent', messages, turn, state };
}

/** Accepts a run and takes it up. */
export async function claimed(store: Store, fields: Partial<NewRun> = {}): Promise<ClaimedRun> {
  const run = await store.runs.accept(newRun(fields));
  return claim(store, 'worker', run.conversationId);
}

export async function claim(
  store: Store,
  holder: string,
  conversationId?: string,
  leaseMs = 60_000,
): Promise<ClaimedRun> {
  const [claim] = await store.runs.claim(holder, leaseMs, {
    conversationIds: conversationId === undefined ? undefined : [conversationId],
  });
  if (!claim) throw new Error('There was nothing to claim.');
  return claim;
}

export function workflow(fields: Partial<WorkflowDefinition> = {}): WorkflowDefinition {
  const id = fields.id ?? 'assistant';
  return {
    id,
    name: 'Assistant',
    description: 'Answers.',
    isConversational: false,
    entrypointNodeId: 'agent',
    nodes: [
      {
        id: 'agent',
        workflowId: id,
        nodeType: 'AGENT',
        nodeName: 'agent',
        agentId: 'a1',
        config: { depth: [1, -0] },
      },
      { id: 'tools', workflowId: id, nodeType: 'TOOL_EXECUTOR', nodeName: 'tools', agentId: null },
    ],
    edges: [
      {
        id: 'e1',
        workflowId: id,
        sourceNodeId: 'agent',
        targetNodeId: 'tools',
        conditionType: 'CONDITIONAL',
        conditionValue: 'tools',
      },
      { id: 'e2', workflowId: id, sourceNodeId: 'agent', targetNodeId: null, conditionType: 'ALWAYS' },
    ],
    limits: { maxSteps: 5, maxTokens: null },
    ...fields,
  };
}
