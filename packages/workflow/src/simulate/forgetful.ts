// Positions between which nothing to come can tell are one. What can be forgotten is worked out from the graph: without
// that, a workflow with three plugins has hundreds of thousands of positions, and with it a few thousand.
import { sortOrFindCycle } from '../certify/find-cycle.ts';
import { stepGraph } from '../certify/step-graph.ts';
import { configOf } from '../kinds/kinds.ts';
import { possibleExits } from '../possible-exits.ts';
import { noCounters, type Position, type Simulated } from './position.ts';

/** Gives each position without what no longer matters. */
export function forgetful(simulated: Simulated): (position: Position) => Position {
  const { view } = simulated;
  const counts = countersThatMatter(simulated);
  const callerMatters = leadsTo(simulated, needsCaller(simulated), (id) => typeOf(simulated, id) === 'AGENT');
  const answerMatters = leadsTo(simulated, mayEndSilently(simulated), (id) => alwaysSays(simulated, id));
  return (position) => {
    const { at, counters } = position;
    // A person's answer is next, with which they all start anew.
    const isHuman = view.nodesById.get(at)?.kind?.family === 'human';
    return {
      ...position,
      caller: callerMatters.has(at) ? position.caller : null,
      answered: answerMatters.has(at) && position.answered,
      lastHopTo: counts.sameAgentRoutes && !isHuman ? position.lastHopTo : null,
      counters: isHuman
        ? noCounters
        : {
            steps: counts.steps ? counters.steps : 0,
            agentHops: counts.agentHops ? counters.agentHops : 0,
            toolHops: counts.toolHops ? counters.toolHops : 0,
            sameAgentRoutes: counts.sameAgentRoutes ? counters.sameAgentRoutes : 0,
            tokens: 0,
          },
    };
  };
}

/** Of limits that are no lower than others that are counted at least as fast, none is ever the first to be hit. */
function countersThatMatter(simulated: Simulated) {
  const { maxSteps, maxAgentHops, maxToolHops, maxSameAgentRoutes } = simulated.limits;
  const below = (limit: number | null, ...others: (number | null)[]) =>
    limit !== null && others.every((other) => other === null || limit < other);
  return {
    steps: maxSteps !== null,
    agentHops: below(maxAgentHops, maxSteps),
    toolHops: below(maxToolHops, maxSteps, mostToolVisits(simulated)),
    sameAgentRoutes: below(maxSameAgentRoutes, maxSteps, maxAgentHops),
  };
}

/** How often tools can be visited before the limit on agent hops ends the run; `null` where that does not bound it. */
function mostToolVisits({ view, limits }: Simulated): number | null {
  if (limits.maxAgentHops === null) return null;
  const graph = stepGraph(view, limits);
  const withinHop = graph.edges.map((edges) => edges.filter(({ charge }) => charge !== 'agentHop'));
  const { order } = sortOrFindCycle(withinHop.map((edges) => edges.map(({ to }) => to)));
  if (!order) return null;
  const visits = graph.edges.map(() => 0);
  for (const from of order) {
    for (const { to, charge } of withinHop[from] ?? []) {
      const more = (visits[from] ?? 0) + (charge === 'toolHop' ? 1 : 0);
      visits[to] = Math.max(visits[to] ?? 0, more);
    }
  }
  return Math.max(0, ...visits) * (limits.maxAgentHops + 1);
}

const typeOf = ({ view }: Simulated, id: string) => view.nodesById.get(id)?.kind?.type;

const alwaysSays = (simulated: Simulated, id: string) =>
  ['SYNTHESIZER', 'SUSPEND', 'GENERATOR', 'HUMAN_HANDOFF'].includes(typeOf(simulated, id) ?? '');

/** Tools go back to their caller and use its tools; an agent's decisions are the same only coming from the same one. */
function needsCaller({ view }: Simulated): string[] {
  return [...view.nodesById.values()].flatMap(({ node, kind }) => {
    const isWatched = kind?.type === 'AGENT' && configOf('AGENT', node).returnLabel === undefined;
    return isWatched || kind?.family === 'tools' ? [node.id] : [];
  });
}

function mayEndSilently(simulated: Simulated): string[] {
  const { view, agents } = simulated;
  return [...view.nodesById.values()].flatMap((here) =>
    !alwaysSays(simulated, here.node.id) && possibleExits(view, here, agents).has(null) ? [here.node.id] : [],
  );
}

/** The nodes given, and those from which a run can come to one of them without passing a node that stops it. */
function leadsTo(
  { view, agents }: Simulated,
  goals: readonly string[],
  stops: (id: string) => boolean,
): Set<string> {
  const sources = new Map<string, string[]>();
  const limitNode = view.limitNode()?.id;
  for (const here of view.nodesById.values()) {
    const exits = possibleExits(view, here, agents);
    for (const to of limitNode === undefined ? exits : [...exits, limitNode]) {
      if (to !== null) sources.set(to, [...(sources.get(to) ?? []), here.node.id]);
    }
  }
  const found = new Set(goals);
  for (const id of found) for (const from of sources.get(id) ?? []) if (!stops(from)) found.add(from);
  return found;
}
