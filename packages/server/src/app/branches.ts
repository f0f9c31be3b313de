// A conversation that is gone on from an earlier place keeps what came after it as a branch.
import {
  type ApiBranches,
  CadenceError,
  filesOf,
  type RunRecord,
  type RunTree,
} from '@cadence-agents/contracts';
import { audited } from './access/audited.ts';
import type { Principal } from './access/principal.ts';
import type { AppContext } from './app-context.ts';
import { findConversation } from './conversations.ts';
import { cancelRun, findRun, type RunPlace, waitForRun } from './runs.ts';
import { type SendingContext, sendMessage } from './send-message.ts';

type Reading = Pick<AppContext, 'store'>;
type Changing = Pick<AppContext, 'store' | 'log'>;

export async function listBranches(context: Reading, principal: Principal, id: string): Promise<ApiBranches> {
  await findConversation(context, principal, id);
  const { states } = context.store;
  if (!(await states.wentBack(id))) return { current: null, items: [] };
  return branchesIn(await states.tree(id));
}

/** Has a conversation at rest stand at the end of what came of a run. */
export function showBranch(
  context: Changing,
  principal: Principal,
  id: string,
  runId: string,
): Promise<ApiBranches> {
  return audited(context, principal, 'conversation.change', id, async () => {
    await findConversation(context, principal, id);
    const { states } = context.store;
    const tree = await states.tree(id);
    const end = newestOf(tree, runId);
    if (!end)
      throw new CadenceError('RUN_NOT_FOUND', `The conversation "${id}" has no run "${runId}".`, {
        hint: 'Take the id of a run from the branches of the conversation.',
      });
    if (end.id !== tree.current)
      await states.rewind(id, end.left, [], end.left === end.began ? end.id : undefined);
    return listBranches(context, principal, id);
  });
}

/** Goes back to before a run and asks this, or the same again, in its place. What is at work is stopped. */
export function askInstead(
  context: SendingContext & Changing & Pick<AppContext, 'cancel' | 'wait'>,
  principal: Principal,
  place: RunPlace,
  message: string | undefined,
): Promise<RunRecord> {
  return audited(context, principal, 'conversation.change', place.id, async () => {
    const run = await findRun(context, principal, place);
    await stopRuns(context, principal, run);
    const { runs } = await context.store.states.tree(run.conversationId);
    const { conversationId, workflowId, workflowVersion, tone, model } = run;
    const given = { content: run.input, parts: run.inputParts ?? [] };
    return sendMessage(context, principal, {
      message: message ?? run.input,
      files: filesOf(given).map(({ fileId }) => fileId),
      ...{ conversationId, workflowId, workflowVersion, tone, model },
      goesBackTo: runs.find(({ id }) => id === run.id)?.began ?? null,
    });
  });
}

/** Of those that wait first: the one at work would make way for them. */
async function stopRuns(
  context: Changing & Pick<AppContext, 'cancel' | 'wait'>,
  principal: Principal,
  { tenantId, conversationId }: RunRecord,
): Promise<void> {
  for (const status of ['queued', 'awaiting_human', 'running'] as const) {
    const { items } = await context.store.runs.list(tenantId, { conversationId, status, limit: AT_ONCE });
    for (const run of items) await waitForRun(context, await cancelRun(context, principal, run));
  }
}

const AT_ONCE = 200;

/** Those places alone where it is not simply the next run that went on. */
function branchesIn({ current, runs }: RunTree): ApiBranches {
  const before = new Map(runs.map(({ id }, index) => [id, runs[index - 1]?.id ?? null]));
  const places = [...Map.groupBy(runs, ({ after }) => after)].filter(
    ([after, next]) => next.length > 1 || next.some(({ id }) => before.get(id) !== after),
  );
  return { current, items: places.map(([after, next]) => ({ after, runs: next.map(({ id }) => id) })) };
}

/** The newest of the runs that came of one: itself, where none did. */
function newestOf({ runs }: RunTree, id: string): RunTree['runs'][number] | undefined {
  const line = new Set([id]);
  return runs
    .filter((run) => {
      if (run.after !== null && line.has(run.after)) line.add(run.id);
      return line.has(run.id);
    })
    .at(-1);
}
