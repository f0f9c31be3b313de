import { agent } from './agent.ts';
import { humanHandoff } from './human-handoff.ts';
import type { NodeBehaviour } from './node-behaviour.ts';
import { toolExecutor } from './tool-executor.ts';

/** What each node kind does; `@cadence/workflow` declares the same names. */
export const behaviours: Record<string, NodeBehaviour> = {
  AGENT: agent,
  TOOL_EXECUTOR: toolExecutor,
  HUMAN_HANDOFF: humanHandoff,
};
