import type { RunRecord, Store, WorkflowDefinition } from '@cadence/contracts';
import { possibleExits, viewDefinition } from '@cadence/workflow';

/** Names of the nodes whose text is shown as it comes. */
export type AnsweringNodes = (run: RunRecord) => Promise<ReadonlySet<string>>;

const MOST_REMEMBERED = 1_000;

export function answeringNodes({ workflows }: Pick<Store, 'workflows'>): AnsweringNodes {
  const known = new Map<string, ReadonlySet<string>>();
  return async ({ tenantId, workflowId, workflowVersion }) => {
    const key = JSON.stringify([tenantId, workflowId, workflowVersion]);
    const remembered = known.get(key);
    if (remembered) return remembered;
    const pinned = await workflows.get(tenantId, workflowId, workflowVersion ?? undefined);
    const names = pinned ? namesIn(pinned.definition) : new Set<string>();
    const [oldest] = known.keys();
    if (known.size >= MOST_REMEMBERED && oldest !== undefined) known.delete(oldest);
    known.set(key, names);
    return names;
  };
}

/**
 * Those who write answers, and agents that can do nothing with what they say but end the run; calling tools aside.
 * What others say may be for the next agent only, and is shown when it has turned out to be the answer.
 */
function namesIn(definition: WorkflowDefinition): ReadonlySet<string> {
  const view = viewDefinition(definition);
  const ends = (to: string | null) => to === null || view.nodesById.get(to)?.kind?.family === 'tools';
  const answering = [...view.nodesById.values()].filter(
    (node) => node.kind?.family === 'responder' || [...possibleExits(view, node, undefined)].every(ends),
  );
  return new Set(answering.map(({ node }) => node.nodeName));
}
