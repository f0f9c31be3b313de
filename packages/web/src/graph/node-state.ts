import type { GraphNode } from './graph-model.ts';
import { namesIn } from './group-cells.ts';
import type { RunProgress } from './run-progress.ts';

/** What of a run's progress the picture shows. */
export interface ShownProgress
  extends Pick<
    RunProgress,
    'activeNode' | 'visits' | 'taken' | 'failedNodes' | 'stoppedNode' | 'status' | 'toolsAtWork'
  > {
  /** Whose step is looked at, when the run is looked at step by step. */
  stepNode: string | undefined;
  /** Whether the server tells what the run does. */
  isTold: boolean;
}

export type NodeState = 'idle' | 'active' | 'visited' | 'failed' | 'stopped' | 'asking' | 'current' | 'lost';

export function nodeState(node: GraphNode, progress: ShownProgress | undefined): NodeState {
  if (progress === undefined) return 'idle';
  const names = namesIn(node);
  const isHere = (name: string | null | undefined) => typeof name === 'string' && names.includes(name);
  if (isHere(progress.activeNode)) {
    if (progress.status === 'awaiting_human') return 'asking';
    return progress.isTold ? 'active' : 'lost';
  }
  if (progress.failedNodes.some(isHere)) return 'failed';
  if (isHere(progress.stoppedNode)) return 'stopped';
  if (isHere(progress.stepNode)) return 'current';
  return names.some((name) => progress.visits[name] !== undefined) ? 'visited' : 'idle';
}

/** The node that a picture of the run has to show, by name. */
export const focusOf = (progress: ShownProgress | undefined): string | undefined =>
  progress &&
  (progress.stepNode ??
    progress.activeNode ??
    progress.failedNodes.at(-1) ??
    progress.stoppedNode ??
    undefined);

/** The nodes that the run came by, the one at work last. */
export const cameBy = (progress: ShownProgress | undefined): string[] => {
  const focus = focusOf(progress);
  const visited = Object.keys(progress?.visits ?? {}).filter((name) => name !== focus);
  return focus === undefined ? visited : [...visited, focus];
};
