// Each edge, and each way to hit a limit, with each fault: every run ends, in words, within its limits, and does nothing
// twice.
import { setImmediate as nextTurn } from 'node:timers/promises';
import {
  CadenceError,
  type SimulationReport,
  type Witness,
  type WorkflowDefinition,
} from '@cadence-agents/contracts';
import { type FaultClass, honestFailures, modelFaults, storeFaults, toolFaults, unasked } from './fault.ts';
import { type PlayedFault, playFault } from './play-fault.ts';
import type { PlayParts } from './stand-ins.ts';

/** One fault on one way. */
export interface FaultTrial {
  fault: FaultClass;
  witness: string;
  /** False where nothing was asked that could have failed. */
  struck: boolean;
  /** What was wrong; nothing when the run was as it should be. */
  problems: string[];
}

interface TryOptions {
  concurrency?: number;
  onTrial?: (trial: FaultTrial, done: number, all: number) => void;
}

/** Tries every fault that can strike at the end of each way. */
export async function tryFaults(
  definition: WorkflowDefinition,
  report: SimulationReport,
  parts: PlayParts,
  { concurrency = 8, onTrial }: TryOptions = {},
): Promise<FaultTrial[]> {
  // Tools that go back to their caller do so by no edge.
  const tools = definition.nodes.filter(({ nodeType }) => nodeType === 'TOOL_EXECUTOR');
  const visits = report.nodes.filter(({ id }) => tools.some((node) => node.id === id));
  const found = [...report.edges, ...visits, ...report.limits, ...report.ends];
  const ways = found.flatMap(({ witness }) => witness ?? []);
  const planned = ways.flatMap((id) => {
    const witness = report.witnesses[id];
    return witness ? faultsOf(definition, witness).map((fault) => ({ witness, fault })) : [];
  });
  const trials: FaultTrial[] = [];
  const queue = planned.values();
  const worker = async () => {
    for (const { witness, fault } of queue) {
      await nextTurn();
      const trial = await tryFault(definition, report, { witness, fault }, parts);
      trials.push(trial);
      onTrial?.(trial, trials.length, planned.length);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
  return trials;
}

/** Faults that can strike at the last visit of a way. Limits and ends are gone to without one: the rest has them. */
function faultsOf({ nodes }: WorkflowDefinition, { id, visits, repeats }: Witness): FaultClass[] {
  const last = visits.at(-1);
  if (!last || !/^(?:edge|node)-/.test(id) || repeats) return ['none'];
  const { nodeType } = nodes.find(({ nodeName }) => nodeName === last.node) ?? {};
  const isTools = nodeType === 'TOOL_EXECUTOR';
  const asksModel = !isTools && !unasked.has(last.does) && last.does !== 'fails';
  return [
    'none',
    ...(asksModel ? (Object.keys(modelFaults) as (keyof typeof modelFaults)[]) : []),
    ...(isTools && last.does !== 'declines' ? toolFaults : []),
    ...storeFaults,
  ];
}

async function tryFault(
  definition: WorkflowDefinition,
  report: SimulationReport,
  { witness, fault }: { witness: Witness; fault: FaultClass },
  parts: PlayParts,
): Promise<FaultTrial> {
  const told = { fault, witness: witness.id };
  try {
    const played = await playFault(definition, witness, fault, parts);
    const problems = [
      ...ending(played, fault),
      ...withinLimits(played),
      ...once(played),
      ...sameWay(played, report, witness, fault),
    ];
    return { ...told, struck: fault === 'none' || played.struck > 0, problems };
  } catch (error) {
    return { ...told, struck: true, problems: [`It did not end: ${CadenceError.from(error).message}`] };
  }
}

function ending({ state: { turn } }: PlayedFault, fault: FaultClass): string[] {
  if (turn.status === 'awaiting_human') return turn.handoff ? [] : ['It waits for nobody.'];
  if (turn.status === 'failed') {
    const isHonest = turn.error !== null && fault !== 'none' && honestFailures.has(turn.error.code);
    return isHonest ? [] : [`It failed: ${turn.error?.code ?? 'it does not say why'}.`];
  }
  if (turn.status !== 'completed' && turn.status !== 'suspended') return [`It ended as "${turn.status}".`];
  return turn.answer.trim() === '' ? ['It ended without an answer.'] : [];
}

/** A limit of N permits N and no more; the certificate holds; no request is tried more often than the limits say. */
function withinLimits({ receipts, workflow, state, mostAttempts }: PlayedFault): string[] {
  const { limits, certificate } = workflow;
  const counted = [
    ['agentHops', 'maxAgentHops'],
    ['toolHops', 'maxToolHops'],
    ['sameAgentRoutes', 'maxSameAgentRoutes'],
    ['steps', 'maxSteps'],
  ] as const;
  const problems = new Set<string>();
  const serving = workflow.view.limitNode()?.nodeName;
  for (const { counters, rule, reason, from } of receipts) {
    for (const [counter, name] of counted) {
      const most = limits[name];
      if (most === null) continue;
      // The node that serves limits may be visited beyond the limit.
      const allowed = counter === 'steps' && from === serving ? most + 1 : most;
      if (counters[counter] > allowed)
        problems.add(`It went beyond ${name}: ${counters[counter]} of ${most}.`);
      const mayBeFar = counter === 'toolHops';
      if (rule === 'limit' && reason === name && !mayBeFar && counters[counter] < most)
        problems.add(`It stopped short of ${name}: ${counters[counter]} of ${most}.`);
    }
  }
  const { steps } = state.turn.counters;
  if (certificate.maxSteps !== null && steps > certificate.maxSteps)
    problems.add(`It took ${steps} steps, and its certificate says ${certificate.maxSteps}.`);
  if (mostAttempts > limits.maxRetries + 1)
    problems.add(`A request was tried ${mostAttempts} times, with ${limits.maxRetries} retries allowed.`);
  return [...problems];
}

const once = ({ effects }: PlayedFault): string[] =>
  [...effects].flatMap(([key, times]) =>
    times > 1 ? [`A tool ran ${times} times for one call (${key}).`] : [],
  );

/** What a run recovers from changes nothing of its way. */
function sameWay(
  { acts, receipts, visits }: PlayedFault,
  { edges, limits, ends }: SimulationReport,
  { id, visits: scripted, repeats }: Witness,
  fault: FaultClass,
): string[] {
  const recovers = fault in modelFaults ? modelFaults[fault as keyof typeof modelFaults].recovers : true;
  if (!recovers) return [];
  const strayed = scripted.findIndex(({ node }, index) => visits[index] !== node);
  if (strayed !== -1 && repeats === undefined) return [`It left the way at visit ${strayed + 1}.`];
  const edge = edges.find(({ witness }) => witness === id);
  if (edge && !acts.some((act) => 'edge' in act && act.edge === edge.id))
    return [`It did not take the edge "${edge.id}".`];
  const limit = limits.find(({ witness }) => witness === id);
  if (limit && !receipts.some(({ reason }) => reason === limit.limit))
    return [`It did not hit the limit ${limit.limit}.`];
  const end = ends.find(({ witness }) => witness === id);
  const last = receipts.at(-1);
  if (end && end.rule !== 'failed' && (last?.from !== end.node || last.rule !== end.rule))
    return [`It ended at "${last?.from}" by ${last?.rule}, not at "${end.node}" by ${end.rule}.`];
  return [];
}
