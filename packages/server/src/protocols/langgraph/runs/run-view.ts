import {
  type LangGraphRun,
  type LangGraphStreamMode,
  langGraphEndpoints,
  type RunRecord,
} from '@cadence-agents/contracts';
import { z } from 'zod';

export const statuses: Record<RunRecord['status'], LangGraphRun['status']> = {
  queued: 'pending',
  running: 'running',
  completed: 'success',
  suspended: 'success',
  awaiting_human: 'interrupted',
  cancelled: 'interrupted',
  failed: 'error',
};

export const statusOf = ({ status }: RunRecord): LangGraphRun['status'] => statuses[status];

export function toRun(run: RunRecord): LangGraphRun {
  const { langgraph: _, ...metadata } = run.metadata;
  return {
    run_id: run.id,
    thread_id: run.conversationId,
    assistant_id: run.workflowId,
    created_at: run.createdAt,
    updated_at: run.endedAt ?? run.startedAt ?? run.createdAt,
    status: statusOf(run),
    metadata,
    multitask_strategy: keptIn(run)?.multitask_strategy ?? null,
  };
}

/** The modes that a run was started with: what its stream has when none are named. */
export function modesOf(run: RunRecord): readonly LangGraphStreamMode[] {
  return keptIn(run)?.stream_mode ?? ['values'];
}

/** What this API keeps with a run. */
const keptSchema = z.object({
  stream_mode: langGraphEndpoints.langGraphJoinStream.query.shape.stream_mode.unwrap(),
  multitask_strategy: z.string(),
});

function keptIn({ metadata }: RunRecord): z.infer<typeof keptSchema> | undefined {
  return keptSchema.safeParse(metadata.langgraph).data;
}

export const runPath = ({ id, conversationId }: RunRecord): string =>
  `/threads/${encodeURIComponent(conversationId)}/runs/${encodeURIComponent(id)}`;
