import { END_LABEL, type NodeView } from '@cadence-agents/contracts';
import { routeLabels } from '../kinds/agent.ts';
import { configOf } from '../kinds/kinds.ts';
import { onlyNearName } from '../nearest-name.ts';
import { toolExitLabel } from '../tool-exit-label.ts';
import { toolRoute } from '../tool-route.ts';
import type { Move } from './move.ts';
import { agentAt, type Position, type Simulated } from './position.ts';

/** A label that no edge serves, and a tool that nobody has. */
const NOWHERE = 'any other label';
const NO_TOOL = 'no_tool_of_this_name';

/** What an agent's model can make of a visit. */
export function agentMoves(simulated: Simulated, here: NodeView, position: Position): Move[] {
  const { view } = simulated;
  const { node } = here;
  const config = configOf('AGENT', node);
  const { returnLabel, defaultLabel, errorLabel } = config;
  const labels = routeLabels(view, node, config);
  const otherwise = returnLabel ?? defaultLabel ?? null;
  const callerIsHere = true;
  const isPending = position.pending.length > 0;
  const found: Move[] = [{ deed: 'says', label: otherwise, says: true, settles: true, callerIsHere }];
  for (const label of labels.length > 0 ? [...labels, NOWHERE] : []) {
    found.push({ deed: 'routes', label, callerIsHere });
    // Words take the place of calls that were never carried out, so that they make a difference.
    if (isPending) found.push({ deed: 'routesSaying', label, says: true, settles: true, callerIsHere });
  }
  if (view.definition.isConversational) found.push({ deed: 'ends', label: END_LABEL, callerIsHere });
  if (returnLabel !== undefined) found.push({ deed: 'goesBack', label: returnLabel, callerIsHere });
  if (isPending) found.push({ deed: 'blunders', label: otherwise, callerIsHere });
  if (errorLabel !== undefined) found.push({ deed: 'fails', label: errorLabel, settles: true });
  const maySteer =
    labels.length > 0 || returnLabel !== undefined || view.definition.isConversational === true;
  return [...found, ...callMoves(simulated, here, position, maySteer)];
}

/**
 * Calls of tools. What matters of a reply is where it leads and where its tools lead on to; one call, or two that
 * differ, show every case, and as many as it takes exceed the limit.
 */
function callMoves(simulated: Simulated, { node }: NodeView, position: Position, maySteer: boolean): Move[] {
  const { view, limits, repeats, tools } = simulated;
  const agent = agentAt(simulated, node.id);
  const own = agent?.tools ?? [];
  const exits = view.toolNodes.flatMap((tools) => [...tools.conditional.keys()]);
  // A name that is nearly that of a tool which changes nothing is taken for it.
  const isTakenFor = (name: string) => tools.get(onlyNearName(name, own) ?? '')?.readOnly === true;
  const strays = [...new Set([NO_TOOL, ...exits])].filter((name) => !own.includes(name) && !isTakenFor(name));
  const found = new Map<string, Move>();
  const add = (calls: readonly string[], isSpecial = false) => {
    const label = toolRoute(view, node.id, calls);
    if (label === undefined) return;
    const exit = view.toolNodes.map((tools) => toolExitLabel(view, tools.node.id, calls));
    // Whether tools may be called together makes no difference to policies: one after the other is worse.
    const key = JSON.stringify([label, exit, calls.length === 1 || isSpecial ? calls : null]);
    if (found.has(key)) return;
    found.set(key, { deed: 'calls', label, calls, unsays: true, settles: true, callerIsHere: true });
  };
  // With a choice of a way beside it, even a reply that calls nothing that exists is taken for one that calls.
  const firsts = maySteer ? [...own, ...strays] : own;
  for (const name of firsts) add([name]);
  for (const name of firsts) {
    const others = own.includes(name) ? [...own, ...strays] : strays;
    for (const other of others) if (other !== name) add([name, other]);
  }
  const [first] = own;
  const most = limits.maxToolHops;
  if (first !== undefined && most !== null && most > position.counters.toolHops)
    add(Array(most - position.counters.toolHops + 1).fill(first), true);
  for (const name of own) {
    const times = repeats.get(name) ?? 0;
    if (times > 1 && (most === null || position.counters.toolHops + times <= most))
      add(Array(times).fill(name), true);
  }
  return [...found.values()];
}
