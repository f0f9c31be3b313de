import type { z } from 'zod';
import type { AgentCatalogue, DeclaredLabel, DefinitionView, NodeKind } from './definition-view.ts';
import { familyTraits, type NodeTraits } from './node-traits.ts';
import type { WorkflowNode } from './workflow-definition.ts';

/** What the labels of a node may depend on. */
export interface LabelContext<Config> {
  view: DefinitionView;
  node: WorkflowNode;
  /** Empty when the node's config does not fit. */
  config: Partial<Config>;
  agents: AgentCatalogue | undefined;
}

/** A node kind as it is written down: only what differs from its family and from the defaults. */
export interface KindDeclaration<Type extends string, Schema extends z.ZodObject>
  extends Pick<NodeTraits, 'title' | 'summary' | 'family'>,
    Partial<Omit<NodeTraits, 'title' | 'summary' | 'family'>> {
  /** As `nodeType` names it: capitals and underscores. */
  type: Type;
  /** What a node's `config` may have. */
  config: Schema;
  /**
   * A list: it returns one of these, and an edge must serve each of them; `null` leaves it to the ALWAYS edge.
   * A function: they depend on the definition. By default it returns no label.
   */
  labels?: readonly (string | null)[] | ((context: LabelContext<z.infer<Schema>>) => Iterable<string | null>);
  /** Labels that the config names, each of which an edge must serve. */
  declaredLabels?: (config: Partial<z.infer<Schema>>) => DeclaredLabel[];
}

const defaults = {
  usesAgent: false,
  choosesRoute: false,
  returnsToCaller: false,
  endsWithoutLabel: false,
  inline: false,
  servesLimits: false,
  span: 'node',
} satisfies Partial<NodeTraits>;

/**
 * Declares a node kind: what the checker, the analyser, drawings, the editor, tracing and the docs read.
 *
 * @example
 * import { defineKind } from '@cadence-agents/sdk';
 * import { z } from 'zod';
 *
 * const round = defineKind({
 *   type: 'MATH_ROUND',
 *   title: 'Round',
 *   summary: 'Rounds the number in the message.',
 *   family: 'router',
 *   config: z.strictObject({ digits: z.number().int().min(0).max(10).optional() }),
 *   labels: ['whole', 'fraction'],
 * });
 * const node = { id: 'n', workflowId: 'w', nodeType: 'MATH_ROUND', nodeName: 'n', config: { digits: 2 } };
 * console.log(round.config(node)?.digits); // 2
 */
export function defineKind<const Type extends string, Schema extends z.ZodObject>(
  declaration: KindDeclaration<Type, Schema>,
): NodeKind<Type, Schema> {
  const { config: configSchema, labels = [null], declaredLabels, ...said } = declaration;
  const traits: NodeTraits & { type: Type } = { ...defaults, ...familyTraits[said.family], ...said };
  const config = configReader(configSchema);
  const named = (node: WorkflowNode) => declaredLabels?.(config(node) ?? {}) ?? [];
  if (typeof labels === 'function') {
    return {
      ...traits,
      configSchema,
      config,
      labels: (view, node, agents) => new Set(labels({ view, node, config: config(node) ?? {}, agents })),
      declaredLabels: named,
    };
  }
  const fixed: ReadonlySet<string | null> = new Set(labels);
  const own = labels.filter((label) => label !== null).map((label) => ({ label, path: [] }));
  return {
    ...traits,
    configSchema,
    config,
    fixedLabels: labels,
    labels: () => fixed,
    declaredLabels: (node) => [...own, ...named(node)],
  };
}

/** Remembered per node, because a run reads the same config at every visit. */
function configReader<Schema extends z.ZodObject>(schema: Schema): NodeKind<string, Schema>['config'] {
  const read = new WeakMap<WorkflowNode, { config: z.infer<Schema> | undefined }>();
  return (node) => {
    const known = read.get(node);
    if (known !== undefined) return known.config;
    const config = schema.safeParse(node.config ?? {}).data;
    read.set(node, { config });
    return config;
  };
}
