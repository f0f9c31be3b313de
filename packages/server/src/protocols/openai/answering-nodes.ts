import { type DefinitionView, possibleExits } from '@cadence-agents/workflow';

const known = new WeakMap<DefinitionView, ReadonlySet<string>>();

/**
 * Names of the nodes whose text is shown as it comes: those who write answers, and agents that can do nothing with what
 * they say but end the run, calling tools aside. What others say may be for the next agent only, and is shown when it
 * has turned out to be the answer.
 */
export function answeringNodes(view: DefinitionView): ReadonlySet<string> {
  const names = known.get(view) ?? namesIn(view);
  known.set(view, names);
  return names;
}

function namesIn(view: DefinitionView): ReadonlySet<string> {
  const ends = (to: string | null) => to === null || view.nodesById.get(to)?.kind?.family === 'tools';
  const answering = [...view.nodesById.values()].filter(
    (node) => node.kind?.family === 'responder' || [...possibleExits(view, node, undefined)].every(ends),
  );
  return new Set(answering.map(({ node }) => node.nodeName));
}
