import { CadenceError, type PluginKind } from '@cadence-agents/contracts';
import { configOf, isBuiltIn, type KindType } from '@cadence-agents/workflow';
import { agent } from './agent.ts';
import { controlTools } from './control-tools.ts';
import { coordinator } from './coordinator.ts';
import { generator } from './generator.ts';
import { humanHandoff } from './human-handoff.ts';
import { ingress } from './ingress.ts';
import type { NodeBehaviour, NodeSetup, NodeStep } from './node-behaviour.ts';
import { planner } from './planner.ts';
import { pluginStep } from './plugin-step.ts';
import { summarizer } from './summarizer.ts';
import { suspend } from './suspend.ts';
import { synthesizer } from './synthesizer.ts';
import { toolExecutor } from './tool-executor.ts';
import { toolRouter } from './tool-router.ts';
import { verifier } from './verifier.ts';

type Behaviours = { [Type in KindType]: NodeBehaviour<Type> };

/** What a visit of each node kind does; `@cadence-agents/workflow` declares them. */
const behaviours = {
  AGENT: agent,
  TOOL_EXECUTOR: toolExecutor,
  HUMAN_HANDOFF: humanHandoff,
  COORDINATOR: coordinator,
  CONTROL_TOOLS: controlTools,
  SUSPEND: suspend,
  SYNTHESIZER: synthesizer,
  INGRESS: ingress,
  PLANNER: planner,
  TOOL_ROUTER: toolRouter,
  VERIFIER: verifier,
  GENERATOR: generator,
  SUMMARIZER: summarizer,
} satisfies Behaviours;

/** A node's step, made ready: by its kind, or by the plugin that brought the kind. */
export function prepareStep(setup: NodeSetup, brought: readonly PluginKind[]): NodeStep {
  const { nodeType } = setup.node;
  if (isBuiltIn(nodeType)) return builtInStep(nodeType, setup);
  const own = brought.find(({ kind }) => kind.type === nodeType);
  if (own) return pluginStep(own, setup);
  throw new CadenceError('INTERNAL', `The node type "${nodeType}" has no behaviour.`);
}

function builtInStep<Type extends KindType>(type: Type, setup: NodeSetup): NodeStep {
  const known: Behaviours = behaviours;
  return known[type]({ ...setup, config: configOf(type, setup.node) });
}
