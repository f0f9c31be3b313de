import { CadenceError, type NodeKind, type WorkflowNode } from '@cadence-agents/contracts';
import type { z } from 'zod';
import { agent } from './agent.ts';
import { controlTools } from './control-tools.ts';
import { coordinator } from './coordinator.ts';
import { generator } from './generator.ts';
import { humanHandoff } from './human-handoff.ts';
import { ingress } from './ingress.ts';
import { planner } from './planner.ts';
import { summarizer } from './summarizer.ts';
import { suspend } from './suspend.ts';
import { synthesizer } from './synthesizer.ts';
import { toolExecutor } from './tool-executor.ts';
import { toolRouter } from './tool-router.ts';
import { verifier } from './verifier.ts';

const kindsByType = byType({
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
});

/** The node types that Cadence brings itself. */
export type KindType = keyof typeof kindsByType;
type KindSchema<Type extends KindType> = (typeof kindsByType)[Type]['configSchema'];
/** The config of a node of this type. */
export type KindConfig<Type extends KindType> = z.infer<KindSchema<Type>>;

/** The node types that are known: those of Cadence, and those that plugins bring. */
export interface Kinds {
  readonly list: readonly NodeKind[];
  find(nodeType: string): NodeKind | undefined;
}

export const builtInKinds: Kinds = kindsOf(Object.values(kindsByType));

/** The built-in kinds and more; two of one type are an error. */
export function kindsWith(more: readonly NodeKind[]): Kinds {
  return more.length === 0 ? builtInKinds : kindsOf([...builtInKinds.list, ...more]);
}

export const isBuiltIn = (nodeType: string): nodeType is KindType => Object.hasOwn(kindsByType, nodeType);

/** The config of a node that was checked. */
export function configOf<Type extends KindType>(type: Type, node: WorkflowNode): KindConfig<Type> {
  const kinds: { [T in KindType]: NodeKind<T, KindSchema<T>> } = kindsByType;
  const config = kinds[type].config(node);
  if (config !== undefined) return config;
  throw new CadenceError('WORKFLOW_INVALID', `The config of node "${node.nodeName}" is not one of ${type}.`, {
    hint: 'Check the definition before it is compiled.',
  });
}

function kindsOf(list: readonly NodeKind[]): Kinds {
  const known = new Map<string, NodeKind>();
  for (const kind of list) {
    if (known.has(kind.type))
      throw new CadenceError('PLUGIN_INVALID', `There are two node kinds of the type "${kind.type}".`, {
        hint: 'Give one of them another type.',
      });
    known.set(kind.type, kind);
  }
  return { list, find: (nodeType) => known.get(nodeType) };
}

/** Sees to it that each kind stands under its own type. */
function byType<Known extends Record<string, NodeKind>>(
  kinds: {
    [Type in keyof Known]: Known[Type] & { type: Type };
  },
): Known {
  return kinds;
}
