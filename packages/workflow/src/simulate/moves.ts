// What can happen at a visit, kind by kind: the counterpart of the engine's behaviours, with every decision left open.
import { END_LABEL, type NodeView } from '@cadence-agents/contracts';
import { limitOfSending } from '../arrival.ts';
import { coordinatorTargets } from '../coordinator-targets.ts';
import { FINALIZE_LABEL } from '../kinds/control-tools.ts';
import { handoffChoices } from '../kinds/human-handoff.ts';
import { configOf, isBuiltIn, type KindType } from '../kinds/kinds.ts';
import { DEFAULT_MAX_REPLANS } from '../kinds/verifier.ts';
import { agentMoves } from './agent-moves.ts';
import type { Move } from './move.ts';
import type { Position, Simulated } from './position.ts';
import { toolsMoves } from './tools-moves.ts';

/** Names that nothing bears: a model may choose what does not exist. */
const NOBODY = 'nobody-of-this-name';
const FINALIZER_LABEL = 'finalizer';
const DEFAULT_MOST_CALLS = 20;

type Moves = (simulated: Simulated, here: NodeView, position: Position) => Move[];

/** `position` is that of the visit: its step is counted. */
export function movesAt(simulated: Simulated, here: NodeView, position: Position): Move[] {
  const { nodeType } = here.node;
  const own = isBuiltIn(nodeType) ? moves[nodeType] : undefined;
  if (own) return own(simulated, here, position);
  const { view, agents } = simulated;
  const labels = here.kind?.labels(view, here.node, agents) ?? [];
  return [...labels].map((label) => ({ deed: 'returns', label }));
}

const words: Moves = () => [{ deed: 'says', label: null, says: true, settles: true }];
const work: Moves = () => [{ deed: 'works', label: null }];

/** Kinds that are not here may return any of their labels, and remember nothing. */
const moves: Partial<Record<KindType, Moves>> = {
  AGENT: agentMoves,
  TOOL_EXECUTOR: toolsMoves,
  SYNTHESIZER: words,
  SUSPEND: words,
  GENERATOR: words,
  SUMMARIZER: work,

  HUMAN_HANDOFF({ view }, { node, always }) {
    const choices = handoffChoices(view, node, configOf('HUMAN_HANDOFF', node));
    const free = choices.length === 0 || always !== undefined;
    return [...choices, ...(free ? [null] : [])].map((label) => ({
      deed: 'answers',
      label,
      says: true,
      personAnswered: true,
    }));
  },

  COORDINATOR({ view, limits }, { node, conditional }, position) {
    const { mayAnswer = false } = configOf('COORDINATOR', node);
    const control = view.nodesById.get(conditional.get('continue')?.targetNodeId ?? '');
    const targets = coordinatorTargets(view, node.id);
    const known = control?.kind?.type === 'CONTROL_TOOLS' ? [...control.conditional.keys()] : [];
    return [
      ...[...known, NOBODY].map((choice): Move => {
        const target = targets.find(({ label }) => label === choice);
        const limit = target && limitOfSending(position, target.nodeId, limits);
        return limit
          ? { deed: 'sends', choice, label: 'suspend' }
          : { deed: 'sends', choice, label: 'continue', goto: choice };
      }),
      mayAnswer
        ? { deed: 'says', label: END_LABEL, says: true, settles: true }
        : { deed: 'says', label: 'done' },
    ];
  },

  CONTROL_TOOLS(_, __, { goto }) {
    return [{ deed: 'works', label: goto === FINALIZER_LABEL ? FINALIZE_LABEL : goto, goto: null }];
  },

  INGRESS() {
    return [
      { deed: 'works', label: 'plan', plan: null, replans: 0 },
      { deed: 'refuses', label: 'refuse', plan: null, replans: 0 },
    ];
  },

  PLANNER(_, { node }) {
    const { tools = [] } = configOf('PLANNER', node);
    const skip: Move = { deed: 'skips', label: 'generate', plan: null };
    return tools.length === 0
      ? [skip]
      : [skip, { deed: 'plans', label: 'tool_use', plan: { by: node.id, handedOut: 0 } }];
  },

  TOOL_ROUTER({ view, repeats }, _, { plan }) {
    const planner = view.nodesById.get(plan?.by ?? '')?.node;
    if (!plan || !planner) return [{ deed: 'works', label: null }];
    const { tools = [], maxCalls = DEFAULT_MOST_CALLS } = configOf('PLANNER', planner);
    const left = maxCalls - plan.handedOut;
    const waveOf = (tool: string, times: number): Move[] =>
      times > left || times === 0
        ? []
        : [
            {
              deed: 'works',
              label: null,
              calls: Array<string>(times).fill(tool),
              plan: { ...plan, handedOut: plan.handedOut + times },
            },
          ];
    const [first] = tools;
    const waves = [
      ...tools.flatMap((tool) => waveOf(tool, 1)),
      ...tools.flatMap((tool) => waveOf(tool, repeats.get(tool) ?? 0)),
      // All at once is the fastest way to the limit.
      ...(first !== undefined && left > 1 ? waveOf(first, left) : []),
    ];
    return waves.length > 0 ? waves : [{ deed: 'works', label: null }];
  },

  VERIFIER({ view }, { node }, { plan, replans }) {
    const { maxReplans = DEFAULT_MAX_REPLANS } = configOf('VERIFIER', node);
    const again: Move =
      replans < maxReplans
        ? { deed: 'judges', choice: 'replan', label: 'replan', replans: replans + 1 }
        : { deed: 'judges', choice: 'replan', label: 'give_up' };
    // Where nothing was planned, nothing can have been found.
    if (!plan || plan.handedOut === 0) return [again];
    const planner = view.nodesById.get(plan.by)?.node;
    const { maxCalls = DEFAULT_MOST_CALLS } = planner ? configOf('PLANNER', planner) : {};
    return [
      ...(plan.handedOut < maxCalls ? [{ deed: 'works', label: 'continue' } as const] : []),
      { deed: 'judges', choice: 'success', label: 'success' },
      { deed: 'judges', choice: 'ask', label: 'ask' },
      again,
    ];
  },
};
