import type { WorkflowNode } from '@cadence/contracts';
import type { z } from 'zod';
import type { AgentCatalogue, DefinitionView } from '../definition-view.ts';

/** What kinds of one family share: agents call a model, tools execute calls, people answer, responders write the answer. */
export type NodeFamily = 'agent' | 'tools' | 'human' | 'responder';

/** A label written into a node's config, and where in the config it stands. */
export interface DeclaredLabel {
  label: string;
  path: readonly (string | number)[];
}

/** What a node type is, as far as a definition shows. Its behaviour lives in the engine under the same name. */
export interface NodeKind {
  nodeType: string;
  title: string;
  summary: string;
  configSchema: z.ZodObject;
  family: NodeFamily;
  /** It needs an `agentId`. */
  usesAgent: boolean;
  /** Going from it to an agent is a hop. */
  choosesRoute: boolean;
  /** Without an edge to follow, it goes back to the agent that called. */
  returnsToCaller: boolean;
  /** No label, or one that no edge serves, ends the run where there is no ALWAYS edge. */
  endsWithoutLabel: boolean;
  /** The labels it can return; `null` is none. Tools of agents outside the catalogue may be any. */
  labels(
    view: DefinitionView,
    node: WorkflowNode,
    agents: AgentCatalogue | undefined,
  ): ReadonlySet<string | null>;
  /** Labels its config names, each of which an edge must serve. */
  declaredLabels(node: WorkflowNode): DeclaredLabel[];
}
