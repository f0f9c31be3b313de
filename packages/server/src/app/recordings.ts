// Recordings of runs: exported, replayed, and looked into call by call.
import { createHash } from 'node:crypto';
import {
  type AgentDefinition,
  type ApiModelCall,
  type ApiReplayReport,
  CadenceError,
  costOfUsage,
  isJsonObject,
  type Recording,
  type RunEvent,
  type RunRecord,
  type StateRecord,
  type WorkflowDefinition,
} from '@cadence-agents/contracts';
import { type Live, type ReplayedCall, replay, replayChanged } from '@cadence-agents/engine';
import { audited } from './access/audited.ts';
import type { Principal } from './access/principal.ts';
import type { AppContext } from './app-context.ts';
import { findRun, type RunPlace, readEvents } from './runs.ts';

type Reading = Pick<AppContext, 'store'>;

/** A run with all that it takes to carry it out again elsewhere. */
export async function readRecording(
  context: Reading & Pick<AppContext, 'recordedParts'>,
  principal: Principal,
  place: RunPlace,
): Promise<Recording> {
  const run = await findRun(context, principal, place);
  return recordingFrom(context, run, await context.recordedParts(run));
}

/** The same for those who take it elsewhere: without what is a secret or looks like one, also in definitions. */
export async function exportRecording(
  context: Parameters<typeof readRecording>[0] & Pick<AppContext, 'mask'>,
  principal: Principal,
  place: RunPlace,
): Promise<Recording> {
  const text = JSON.stringify(await readRecording(context, principal, place));
  const masked: Recording = JSON.parse(text, (_, value: unknown) =>
    typeof value === 'string' ? context.mask(value) : value,
  );
  return masked;
}

/** What the store has of a run, with what its workflow is made of. */
export async function recordingFrom(
  context: Reading,
  run: RunRecord,
  made: Pick<Recording, 'workflow' | 'parts'>,
): Promise<Recording> {
  const { id, conversationId, ownerId, workflowId, workflowVersion, input, inputId, inputParts } = run;
  const { tone, model, start, pauses } = run;
  const recorded = await context.store.events.recorded(id);
  const before = await stateBefore(context, run);
  return {
    format: 'cadence-run/2',
    run: {
      ...{
        id,
        conversationId,
        ownerId,
        workflowId,
        workflowVersion,
        input,
        inputId,
        inputParts,
        tone,
        model,
      },
      ...(start && { start: { ...start } }),
      ...(pauses && { pauses: { ...pauses } }),
      ...{ status: run.status, answer: run.answer, createdAt: run.createdAt },
    },
    ...made,
    before: before ? { step: before.step, messages: before.messages, turn: before.turn } : null,
    recorded,
    events: await Array.fromAsync(readEvents(context, run)),
  };
}

/** The conversation as it was when the run began. */
async function stateBefore({ store }: Reading, run: RunRecord): Promise<StateRecord | undefined> {
  const { conversationId, id: runId } = run;
  const [first] = await store.states.list(conversationId, { runId });
  if (!first || first.parentId === null) return undefined;
  return store.states.at(conversationId, first.parentId);
}

/** What to replay a run with in the place of what it had. */
export interface Changes {
  workflow?: WorkflowDefinition | undefined;
  /** Another stored version of its workflow. */
  version?: number | undefined;
  /** Other system prompts, by the id of the agent. */
  prompts?: Readonly<Record<string, string>> | undefined;
  /** Tools as they are now, in the place of those of the recording. */
  tools?: Recording['parts']['tools'] | undefined;
  live?: 'tools' | 'models' | undefined;
}

type Replaying = Reading & Pick<AppContext, 'recordedParts' | 'tools' | 'models' | 'fetch' | 'mask' | 'log'>;

/** Replays a run on the engine, from memory: as it was, or with changes up to where it first does something else. */
export function replayRun(
  context: Replaying,
  principal: Principal,
  place: RunPlace,
  changes: Changes = {},
): Promise<ApiReplayReport> {
  return audited(context, principal, 'run.replay', place.id, async () => {
    const recording = await readRecording(context, principal, place);
    const { version } = changes;
    const { workflowId } = recording.run;
    const other =
      version === undefined
        ? undefined
        : await context.store.workflows.get(principal.tenantId, workflowId, version);
    if (version !== undefined && !other)
      throw new CadenceError('WORKFLOW_NOT_FOUND', `There is no version ${version} of "${workflowId}".`, {
        hint: `See which there are: cadence workflow versions ${workflowId}`,
      });
    const { live, ...rest } = changes;
    const asked = {
      tools: { tools: context.tools(), fetch: context.fetch },
      models: { models: context.models.get },
    };
    const given = { ...rest, workflow: changes.workflow ?? other?.definition };
    return replayRecording(recording, given, live && asked[live]);
  });
}

/** The same for a recording, wherever it comes from; `live` are those who are asked after all. */
export async function replayRecording(
  recording: Recording,
  changes: Omit<Changes, 'live' | 'version'> = {},
  live?: Live,
): Promise<ApiReplayReport> {
  const changed = changesTo(recording, changes);
  const isPlain = !live && changed;
  const done = isPlain
    ? await replayChanged(recording, changed)
    : await replay(recording, { ...(changed && { changes: changed }), ...(live && { live }) });
  const end = done.events.findLast(({ type }) => type === 'on_run_end');
  return {
    runId: recording.run.id,
    divergence: done.divergence ?? (live?.models ? otherWay(recording.events, done.events) : null),
    events: done.events.length,
    calls: done.calls.length,
    digest: eventsDigest(done.events),
    drifts: done.drifts,
    called: done.called,
    answer: end?.type === 'on_run_end' ? end.data.answer : '',
  };
}

/** The recording with what it comes to now, where it has all that this takes; `undefined` where it has not. */
export async function acceptChanges(
  recording: Recording,
  changes: Omit<Changes, 'live' | 'version'> = {},
): Promise<Recording | undefined> {
  const changed = changesTo(recording, changes);
  const done = await replay(recording, { ...(changed && { changes: changed }), accepts: true });
  return done.divergence ? undefined : done.recording;
}

function changesTo(
  recording: Recording,
  { workflow, prompts = {}, tools }: Omit<Changes, 'live' | 'version'>,
): Pick<Recording, 'workflow' | 'parts'> | undefined {
  if (!workflow && !tools && Object.keys(prompts).length === 0) return undefined;
  const base = workflow ?? recording.workflow;
  const agents = [...(base?.agents ?? []), ...recording.parts.agents];
  const unknown = Object.keys(prompts).find((id) => !agents.some((agent) => agent.id === id));
  if (unknown !== undefined)
    throw new CadenceError('INPUT_INVALID', `The workflow has no agent "${unknown}".`, {
      hint: `Its agents: ${agents.map(({ id }) => id).join(', ')}.`,
    });
  const withPrompt = (agent: AgentDefinition): AgentDefinition => ({
    ...agent,
    systemPrompt: prompts[agent.id] ?? agent.systemPrompt,
  });
  return {
    workflow: base && { ...base, ...(base.agents && { agents: base.agents.map(withPrompt) }) },
    parts: {
      ...recording.parts,
      agents: recording.parts.agents.map(withPrompt),
      ...(tools && { tools }),
    },
  };
}

/** What the models of a run were sent and what they said. */
export async function readCalls(
  context: Reading & Pick<AppContext, 'recordedParts' | 'mask' | 'settings'>,
  principal: Principal,
  place: RunPlace,
): Promise<{ items: ApiModelCall[]; divergence: ApiReplayReport['divergence'] }> {
  const { calls, divergence } = await replay(await readRecording(context, principal, place));
  return {
    items: calls.map((call, index) => describeCall(call, index + 1, context)),
    divergence: divergence ?? null,
  };
}

export async function readCall(
  context: Parameters<typeof readCalls>[0],
  principal: Principal,
  { number, ...place }: RunPlace & { number: number },
): Promise<ApiModelCall> {
  const { items, divergence } = await readCalls(context, principal, place);
  return callAt(items, number, { id: place.id, divergence });
}

export function callAt<T>(
  calls: readonly T[],
  number: number,
  { id, divergence }: { id: string; divergence: ApiReplayReport['divergence'] | undefined },
): T {
  const call = calls[number - 1];
  if (call) return call;
  throw new CadenceError('INPUT_INVALID', `The run "${id}" has no model call ${number}.`, {
    hint: divergence
      ? `It can be put together again only up to call ${calls.length}: ${divergence.message}`
      : `It made ${calls.length}.`,
  });
}

/** A call as people look at it. */
export function describeCall(
  { visit, node, model, request, recorded, reply }: ReplayedCall,
  number: number,
  { mask, settings }: Pick<AppContext, 'mask' | 'settings'>,
): ApiModelCall {
  const { speaker: _, system, note, messages, tools, ...rest } = request;
  const price = reply && settings.modelPrices[reply.model];
  const { error } = recorded;
  return {
    ...{ number, visit, node },
    request: {
      ...rest,
      model,
      system: mask(system),
      ...(note !== undefined && { note: mask(note) }),
      messages: [...messages],
      tools: [...tools],
    },
    reply: reply ? { ...reply } : null,
    error: error
      ? { code: error.code, message: error.message, ...(error.hint && { hint: error.hint }) }
      : null,
    ms: recorded.ms,
    pieces: recorded.pieces ?? null,
    failed: (recorded.failed ?? []).map(([name, code]) => ({ model: name, code })),
    cost: reply && price ? costOfUsage(reply.usage, price) : null,
  };
}

/** Where a run whose models answered anew went another way: words alone are no other way. */
function otherWay(before: readonly RunEvent[], after: readonly RunEvent[]): ApiReplayReport['divergence'] {
  const [was, is] = [wayOf(before), wayOf(after)];
  const index = was.findIndex((taken, place) => JSON.stringify(taken) !== JSON.stringify(is[place]));
  const at = index < 0 && is.length > was.length ? was.length : index;
  if (at < 0) return null;
  const visit = was.slice(0, at + 1).filter((taken) => 'to' in taken).length + 1;
  return {
    kind: 'event',
    visit,
    node: null,
    seq: 0,
    path: `/way/${at}`,
    before: was[at],
    after: is[at],
    message: 'The models chose another way.',
  };
}

type Taken = { from: string; to: string | null } | { tool: string; input: unknown };

const wayOf = (events: readonly RunEvent[]) =>
  events.flatMap(({ type, data }): Taken[] => {
    if (type === 'on_route') return [{ from: data.from, to: data.to }];
    return type === 'on_tool_start' ? [{ tool: data.tool, input: data.input }] : [];
  });

/** Of the events in their order, whatever the order of their fields. */
export const eventsDigest = (events: readonly RunEvent[]): string =>
  createHash('sha256').update(JSON.stringify(events, inOrder)).digest('hex');

const inOrder = (_: string, value: unknown): unknown =>
  isJsonObject(value)
    ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
    : value;
