import { agent } from './agent.ts';
import { controlTools } from './control-tools.ts';
import { coordinator } from './coordinator.ts';
import { generator } from './generator.ts';
import { humanHandoff } from './human-handoff.ts';
import { ingress } from './ingress.ts';
import type { NodeKind } from './node-kind.ts';
import { planner } from './planner.ts';
import { summarizer } from './summarizer.ts';
import { suspend } from './suspend.ts';
import { synthesizer } from './synthesizer.ts';
import { toolExecutor } from './tool-executor.ts';
import { toolRouter } from './tool-router.ts';
import { verifier } from './verifier.ts';

/** Every node type there is. */
export const nodeKinds: readonly NodeKind[] = [
  agent,
  toolExecutor,
  humanHandoff,
  coordinator,
  controlTools,
  suspend,
  synthesizer,
  ingress,
  planner,
  toolRouter,
  verifier,
  generator,
  summarizer,
];

const byType = new Map(nodeKinds.map((kind) => [kind.nodeType, kind]));

export function findKind(nodeType: string): NodeKind | undefined {
  return byType.get(nodeType);
}
