// A draft that is tried: run as it stands, watched, stopped before nodes and helped along.
import {
  draftTrialId,
  type HandoffAnswer,
  isTrialId,
  type MessageUpdate,
  type RunPins,
  type RunRecord,
  type TurnChange,
  type WorkflowDefinition,
} from '@cadence-agents/contracts';
import { changeProblems } from '@cadence-agents/engine';
import { authorize } from './access/authorize.ts';
import type { Principal } from './access/principal.ts';
import { demandScope } from './access/reach.ts';
import type { AppContext } from './app-context.ts';
import { addMessages } from './conversations.ts';
import { resumeRun } from './handoffs.ts';
import { invalidInput } from './invalid-input.ts';
import { findRun, type RunPlace } from './runs.ts';
import { type SendingContext, sendMessage } from './send-message.ts';
import { invalidWorkflow } from './workflows.ts';

export interface WorkflowTrial extends Watching {
  id: string;
  definition: Record<string, unknown>;
  message: string;
  /** Of an earlier trial. */
  conversationId?: string | undefined;
  model?: string | undefined;
  idempotencyKey?: string | undefined;
}

interface Watching {
  pauseBefore?: string[] | undefined;
  pins?: RunPins | undefined;
}

/** Runs a definition that need not be stored; a version of it is kept for the run alone. */
export async function tryWorkflow(
  context: SendingContext,
  principal: Principal,
  { id, definition: given, conversationId, message, model, idempotencyKey, ...watching }: WorkflowTrial,
): Promise<RunRecord> {
  authorize(principal, 'workflow.try');
  demandScope(principal, id);
  const { definition, problems } = await context.check(principal.tenantId, { ...given, id });
  if (!definition) throw invalidWorkflow(id, problems);
  const trial = asTrial(definition);
  const { version } = await context.store.workflows.put(principal.tenantId, trial, { publish: false });
  const run = await sendMessage(context, principal, {
    message,
    ...(conversationId !== undefined && { conversationId }),
    workflowId: trial.id,
    workflowVersion: version,
    ...(model !== undefined && { model }),
    ...watched(watching),
    ...(idempotencyKey !== undefined && { idempotencyKey }),
  });
  // Told apart from what people talk about.
  if (conversationId === undefined)
    await context.store.conversations.update(run.tenantId, run.conversationId, { metadata: { trial: id } });
  return run;
}

export interface TrialAnswer extends Pick<HandoffAnswer, 'text' | 'label'>, Watching {
  messages?: readonly MessageUpdate[] | undefined;
  /** What else is to be different of a run that pauses. */
  turn?: TurnChange | undefined;
}

/** Has a trial go on that waits, perhaps with other messages, and waiting and helped elsewhere from here on. */
export async function goOnWithTrial(
  context: Pick<AppContext, 'store' | 'log' | 'answer'>,
  principal: Principal,
  place: RunPlace,
  { messages = [], turn, pauseBefore, pins, ...answer }: TrialAnswer,
): Promise<RunRecord> {
  authorize(principal, 'workflow.try');
  const run = await findRun(context, principal, place);
  if (!isTrialId(run.workflowId))
    throw invalidInput([{ path: 'body', message: 'of a run that is no trial has text and label alone' }]);
  if (turn) await demandChange(context, run, turn);
  if (messages.length > 0) await addMessages(context, principal, run.conversationId, messages);
  return resumeRun(context, principal, place, {
    ...answer,
    ...watched({ pauseBefore, pins }),
    ...(turn && { turn }),
  });
}

/** Refuses what would leave the run without a node to go on at, or with a slot that its kind cannot read. */
async function demandChange(
  { store }: Pick<AppContext, 'store'>,
  run: RunRecord,
  change: TurnChange,
): Promise<void> {
  const [state, version] = await Promise.all([
    store.states.latest(run.conversationId),
    store.workflows.get(run.tenantId, run.workflowId, run.workflowVersion ?? 0),
  ]);
  const isOfIt = state?.turn?.runId === run.id && version !== undefined;
  const problems =
    isOfIt && state.turn
      ? changeProblems(state.turn, change, version.definition)
      : [{ path: '', message: 'is for a run that pauses before a node' }];
  if (problems.length === 0) return;
  throw invalidInput(
    problems.map(({ path, message }) => ({ path: `body.turn${path === '' ? '' : `.${path}`}`, message })),
  );
}

const watched = ({ pauseBefore, pins }: Watching) => ({
  ...(pauseBefore && { pauses: { before: pauseBefore } }),
  ...(pins && { pins }),
});

function asTrial(definition: WorkflowDefinition): WorkflowDefinition {
  const workflowId = draftTrialId(definition.id);
  return {
    ...definition,
    id: workflowId,
    nodes: definition.nodes.map((node) => ({ ...node, workflowId })),
    edges: definition.edges.map((edge) => ({ ...edge, workflowId })),
  };
}
