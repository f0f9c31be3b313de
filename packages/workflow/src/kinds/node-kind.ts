import type { WorkflowNode } from '@cadence/contracts';
import type { z } from 'zod';
import type { AgentCatalogue, DefinitionView } from '../definition-view.ts';
import type { NodeTraits } from './node-traits.ts';

/** A label written into a node's config, and where in the config it stands. */
export interface DeclaredLabel {
  label: string;
  path: readonly (string | number)[];
}

/** What a node type is, as far as a definition shows. Its behaviour lives in the engine under the same name. */
export interface NodeKind extends NodeTraits {
  configSchema: z.ZodObject;
  /** The labels it can return; `null` is none. Tools of agents outside the catalogue may be any. */
  labels(
    view: DefinitionView,
    node: WorkflowNode,
    agents: AgentCatalogue | undefined,
  ): ReadonlySet<string | null>;
  /** Labels its config names, each of which an edge must serve. */
  declaredLabels(node: WorkflowNode): DeclaredLabel[];
}
