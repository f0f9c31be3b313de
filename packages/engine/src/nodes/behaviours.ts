import { agent } from './agent.ts';
import { controlTools } from './control-tools.ts';
import { coordinator } from './coordinator.ts';
import { generator } from './generator.ts';
import { humanHandoff } from './human-handoff.ts';
import { ingress } from './ingress.ts';
import type { NodeBehaviour } from './node-behaviour.ts';
import { planner } from './planner.ts';
import { summarizer } from './summarizer.ts';
import { suspend } from './suspend.ts';
import { synthesizer } from './synthesizer.ts';
import { toolExecutor } from './tool-executor.ts';
import { toolRouter } from './tool-router.ts';
import { verifier } from './verifier.ts';

/** What each node kind does; `@cadence/workflow` declares the same names. */
export const behaviours: Record<string, NodeBehaviour> = {
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
};
