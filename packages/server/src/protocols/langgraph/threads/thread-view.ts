import type { ConversationRecord, JsonObject, LangGraphThread, RunRecord } from '@cadence-agents/contracts';
import type { AppContext } from '../../../app/app-context.ts';
import { runsIn } from '../../../app/runs.ts';
import type { ThreadStates } from '../states/thread-states.ts';

export type ThreadField = keyof LangGraphThread;

export interface ThreadViews {
  whole(conversation: ConversationRecord): Promise<LangGraphThread>;
  /** These fields alone; what is not asked for is not read either. */
  fields(conversation: ConversationRecord, wanted: readonly ThreadField[]): Promise<Partial<LangGraphThread>>;
}

/** Of the runs, or of the state: what has to be read for them. */
const ofRuns: readonly ThreadField[] = ['status', 'error'];
const ofState: readonly ThreadField[] = ['values', 'interrupts', 'state_updated_at'];

/** Runs that the status of a thread is taken from. */
const FEW = 20;

/** Conversations as threads. */
export function threadViews(context: Pick<AppContext, 'store'>, states: ThreadStates): ThreadViews {
  const fromRuns = async (conversation: ConversationRecord) => {
    const runs = await runsIn(context, conversation, FEW);
    const status = statusOf(runs);
    return { status, error: status === 'error' ? (runs[0]?.error?.message ?? null) : null };
  };
  const fromState = async (conversation: ConversationRecord) => {
    const { values, tasks, created_at } = await states.latest(conversation);
    const asking = tasks.filter(({ interrupts }) => interrupts.length > 0);
    const interrupts = Object.fromEntries(asking.map((task) => [task.id, task.interrupts]));
    return { values, interrupts, state_updated_at: created_at ?? conversation.createdAt };
  };
  const fromRecord = (conversation: ConversationRecord) => ({
    thread_id: conversation.id,
    created_at: conversation.createdAt,
    updated_at: conversation.updatedAt,
    metadata: metadataOf(conversation),
    config: {},
  });
  return {
    whole: async (conversation) => ({
      ...fromRecord(conversation),
      ...(await fromRuns(conversation)),
      ...(await fromState(conversation)),
    }),
    async fields(conversation, wanted) {
      const needs = (some: readonly ThreadField[]) => some.some((field) => wanted.includes(field));
      const read: Partial<LangGraphThread> = {
        ...fromRecord(conversation),
        ...(needs(ofRuns) && (await fromRuns(conversation))),
        ...(needs(ofState) && (await fromState(conversation))),
      };
      return Object.fromEntries(
        Object.entries(read).filter(([field]) => wanted.some((each) => each === field)),
      );
    },
  };
}

/** With the workflow that took part last, by which clients find their threads. */
export function metadataOf({ metadata, workflows }: ConversationRecord): JsonObject {
  const graph_id = workflows?.at(-1);
  return { ...(graph_id !== undefined && { graph_id, assistant_id: graph_id }), ...metadata };
}

function statusOf(runs: readonly RunRecord[]): LangGraphThread['status'] {
  if (runs.some(({ status }) => status === 'awaiting_human')) return 'interrupted';
  if (runs.some(({ status }) => status === 'queued' || status === 'running')) return 'busy';
  return runs[0]?.status === 'failed' ? 'error' : 'idle';
}
