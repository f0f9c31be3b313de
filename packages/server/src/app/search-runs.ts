import { excerptsOf, type FoundRun, type Page } from '@cadence-agents/contracts';
import type { Principal } from './access/principal.ts';
import type { AppContext } from './app-context.ts';
import { listRuns, type RunQuery } from './runs.ts';

/** Runs that the principal may see and that have all words, newest first, each with where they are. */
export async function searchRuns(
  context: Pick<AppContext, 'store'>,
  principal: Principal,
  query: RunQuery & { text: string },
): Promise<Page<FoundRun>> {
  const { items, next } = await listRuns(context, principal, query);
  const found = items.map((run): FoundRun => {
    const { id: runId, conversationId, workflowId, status, createdAt } = run;
    return { runId, conversationId, workflowId, status, createdAt, excerpts: excerptsOf(run, query.text) };
  });
  return { items: found, next };
}
