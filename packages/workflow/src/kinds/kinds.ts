import { agent } from './agent.ts';
import { controlTools } from './control-tools.ts';
import { coordinator } from './coordinator.ts';
import { humanHandoff } from './human-handoff.ts';
import type { NodeKind } from './node-kind.ts';
import { suspend } from './suspend.ts';
import { synthesizer } from './synthesizer.ts';
import { toolExecutor } from './tool-executor.ts';

/** Every node type there is. */
export const nodeKinds: readonly NodeKind[] = [
  agent,
  toolExecutor,
  humanHandoff,
  coordinator,
  controlTools,
  suspend,
  synthesizer,
];

const byType = new Map(nodeKinds.map((kind) => [kind.nodeType, kind]));

export function findKind(nodeType: string): NodeKind | undefined {
  return byType.get(nodeType);
}
