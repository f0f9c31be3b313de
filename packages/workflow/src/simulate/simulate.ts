// Every route of a workflow, with the engine's own routing: what can be reached, how runs end, which limits they hit,
// and whether the policies of the definition hold.
import {
  type AgentDefinition,
  type Certainty,
  defaultLimits,
  type Policy,
  type ResolvedLimits,
  resolveLimits,
  type SimulatedEnd,
  type SimulatedLimit,
  type SimulationReport,
  type ToolTraits,
  type Witness,
  type WorkflowDefinition,
} from '@cadence-agents/contracts';
import type { Kinds } from '../kinds/kinds.ts';
import { viewDefinition } from '../view-definition.ts';
import type { Passage } from './advance.ts';
import { explore } from './explore.ts';
import { findBreak } from './find-break.ts';
import { monitorOf } from './monitor.ts';
import { describePolicy } from './policy-words.ts';
import type { Simulated } from './position.ts';
import { END, type RouteGraph, wayThrough } from './route-graph.ts';
import { witnessOf } from './witness.ts';

export interface SimulateOptions {
  /** Agents known beside those that the definition carries; its own win. */
  agents?: readonly AgentDefinition[] | undefined;
  /** What is known of the tools; those that are not are taken to have effects and to need no approval. */
  tools?: readonly ToolTraits[] | undefined;
  /** Limits where the definition sets none. */
  limits?: ResolvedLimits | undefined;
  kinds?: Kinds | undefined;
  /** Beyond so many positions, the rest is left out and the verdicts say `sampled`. Default 200,000. */
  mostPositions?: number | undefined;
}

export const MOST_POSITIONS = 200_000;

/** Simulates a definition that was checked. */
export function simulate(definition: WorkflowDefinition, options: SimulateOptions = {}): SimulationReport {
  const slices = simulateInSlices(definition, options);
  for (;;) {
    const slice = slices.next();
    if (slice.done) return slice.value;
  }
}

/** The same a slice at a time: whoever calls it lets others have their turn in between. */
export function* simulateInSlices(
  definition: WorkflowDefinition,
  options: SimulateOptions = {},
): Generator<void, SimulationReport> {
  const simulated = simulatedOf(definition, options);
  const graph = yield* explore(simulated, options.mostPositions ?? MOST_POSITIONS);
  const witnesses: Record<string, Witness> = {};
  const keep = (id: string, about: string, way: readonly Passage[]) => {
    witnesses[id] = witnessOf(simulated.view, way, { id, about });
    return id;
  };
  const certainty: Certainty = graph.complete ? 'decided' : 'sampled';
  const reached = yield* reachable(graph);
  const policies: SimulationReport['policies'] = [];
  for (const [index, policy] of (definition.policies ?? []).entries()) {
    const way = yield* findBreak(graph, monitorOf(policy, simulated.tools));
    const about = `breaks the policy: ${describePolicy(policy)}`;
    policies.push({
      policy,
      holds: way === undefined,
      certainty: way ? 'decided' : certainty,
      witness: way ? keep(`policy-${index + 1}`, about, way) : null,
    });
  }
  return {
    workflowId: definition.id,
    certainty,
    positions: graph.positions.length,
    assumptions: assumptionsOf(simulated, graph),
    nodes: definition.nodes.map(({ id, nodeName: name }) => {
      const way = reached.nodes.get(id);
      const witness = way ? keep(`node-${id}`, `visits "${name}"`, way()) : null;
      return { id, name, reachable: way !== undefined, witness };
    }),
    edges: definition.edges.map(({ id, sourceNodeId, targetNodeId, conditionType, conditionValue }) => {
      const way = reached.edges.get(id);
      const [from, to] = [sourceNodeId, targetNodeId].map((node) => nameOf(simulated, node));
      const witness = way ? keep(`edge-${id}`, `takes the edge "${id}"`, way()) : null;
      const label = conditionType === 'ALWAYS' ? null : (conditionValue ?? null);
      return { id, from: from ?? '', to: to ?? null, label, reachable: way !== undefined, witness };
    }),
    ends: reached.ends.map(({ way, ...end }, index) => ({
      ...end,
      node: nameOf(simulated, end.node) ?? end.node,
      witness: keep(`end-${index + 1}`, `ends at "${nameOf(simulated, end.node)}"`, way()),
    })),
    limits: reached.limits.map(({ way, ...hit }) => ({
      ...hit,
      node: nameOf(simulated, hit.node) ?? hit.node,
      witness: keep(`limit-${hit.limit}`, `hits the limit ${hit.limit}`, way()),
    })),
    policies,
    witnesses,
  };
}

export function simulatedOf(definition: WorkflowDefinition, options: SimulateOptions): Simulated {
  const agents = [...(options.agents ?? []), ...(definition.agents ?? [])];
  return {
    view: viewDefinition(definition, options.kinds),
    limits: resolveLimits(definition.limits, options.limits ?? defaultLimits),
    agents: new Map(agents.map((agent) => [agent.id, agent])),
    tools: new Map((options.tools ?? []).map((tool) => [tool.name, tool])),
    repeats: repeatsOf(definition.policies ?? []),
  };
}

/** One reply can call a tool as often as it takes to break a policy on how often it may be called. */
function repeatsOf(policies: readonly Policy[]): Map<string, number> {
  const repeats = new Map<string, number>();
  for (const policy of policies) {
    if (policy.rule !== 'atMost' || !('tool' in policy.what)) continue;
    const { tool } = policy.what;
    repeats.set(tool, Math.min(policy.times + 1, repeats.get(tool) ?? Number.POSITIVE_INFINITY));
  }
  return repeats;
}

const nameOf = ({ view }: Simulated, nodeId: string | null): string | null =>
  nodeId === null ? null : (view.nodesById.get(nodeId)?.node.nodeName ?? nodeId);

type Way = () => Passage[];
type FoundEnd = Omit<SimulatedEnd, 'witness'> & { way: Way };
type FoundLimit = Omit<SimulatedLimit, 'witness'> & { way: Way };

interface Reached {
  nodes: Map<string, Way>;
  edges: Map<string, Way>;
  ends: FoundEnd[];
  limits: FoundLimit[];
}

const SLICE = 2_000;

/** What was come across, each with the way by which it was come across first. */
function* reachable(graph: RouteGraph): Generator<void, Reached> {
  const nodes = new Map<string, Way>();
  const edges = new Map<string, Way>();
  const ends = new Map<string, FoundEnd>();
  const limits = new Map<string, FoundLimit>();
  const note = ({ from, rule, label, limit, edge, answered }: Passage, ends_: boolean, way: Way) => {
    if (edge !== undefined && !edges.has(edge)) edges.set(edge, way);
    if (limit && !limits.has(limit)) limits.set(limit, { limit, node: from, way });
    if (!ends_) return;
    const key = JSON.stringify([from, rule, label, limit]);
    const known = ends.get(key);
    const end = {
      node: from,
      rule,
      label,
      limit: limit ?? null,
      withoutAnswer: !answered && limit === undefined,
    };
    if (!known) ends.set(key, { ...end, visits: way().length, way });
    else if (end.withoutAnswer) known.withoutAnswer = true;
  };
  for (const [number, { at }] of graph.positions.entries()) {
    if (number % SLICE === SLICE - 1) yield;
    const steps = graph.steps[number] ?? [];
    const [visit] = steps;
    if (visit && !nodes.has(at)) nodes.set(at, () => wayThrough(graph, visit));
    for (const step of steps) note(step.passage, step.to === END, () => wayThrough(graph, step));
  }
  for (const { circle, to } of graph.circles) {
    const last = circle.at(-1);
    if (last) note(last, to === END, () => [...circle]);
  }
  return { nodes, edges, ends: [...ends.values()], limits: [...limits.values()] };
}

function assumptionsOf(
  { view, tools, agents }: Simulated,
  { complete, positions, circles }: RouteGraph,
): string[] {
  const { definition } = view;
  const unknown = definition.nodes.filter(({ agentId }) => agentId && !agents.has(agentId));
  return [
    'Models may decide anything that they are offered, and people may answer anything that they are asked.',
    'Models and tools answer in time: what happens when they do not is tried by --faults. Tokens are not counted.',
    ...(circles.length > 0
      ? ['A run that goes round in a circle is followed along the shortest circle of each agent.']
      : []),
    ...(unknown.length > 0
      ? [`Agents that are not known have no tools: ${unknown.map(({ agentId }) => agentId).join(', ')}.`]
      : []),
    ...(tools.size === 0 && (definition.policies ?? []).some(({ rule }) => rule === 'noFlow')
      ? ['Nothing is known of the tools: each is taken to have effects, and to be trusted.']
      : []),
    ...(complete
      ? []
      : [`Only the ${positions.length} positions that are nearest to the start were looked at.`]),
  ];
}
