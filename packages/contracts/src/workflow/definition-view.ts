// A definition as routing reads it, and what a node kind says of its nodes.
import type { z } from 'zod';
import type { RouteRule } from '../run/run-event.ts';
import type { AgentDefinition } from './agent-definition.ts';
import type { NodeTraits } from './node-traits.ts';
import type { WorkflowDefinition, WorkflowEdge, WorkflowNode } from './workflow-definition.ts';

/** One way out of a node, with names as a routing receipt has them; `to: null` is the end. */
export interface RouteCandidate {
  readonly label: string | null;
  readonly to: string | null;
}

/** Where a run goes next. */
export interface RouteChoice {
  readonly rule: RouteRule;
  /** Id of the next node, or `null` for the end. */
  readonly to: string | null;
  readonly candidates: RouteCandidate[];
  readonly warning?: string;
}

/** A node with everything that routing asks about it, computed once. */
export interface NodeView {
  readonly node: WorkflowNode;
  /** Absent when the node's type is unknown, which `check` reports. */
  readonly kind: NodeKind | undefined;
  readonly edges: readonly WorkflowEdge[];
  /** CONDITIONAL edges by label, in the order of the definition. */
  readonly conditional: ReadonlyMap<string, WorkflowEdge>;
  readonly always: WorkflowEdge | undefined;
  /** CONDITIONAL edges that lead to a node which executes tools. */
  readonly toolEdges: readonly WorkflowEdge[];
  readonly candidates: RouteCandidate[];
  readonly choices: NodeChoices;
}

/** The choices a node can end in, built ahead so that a step allocates none. */
export interface NodeChoices {
  readonly byLabel: ReadonlyMap<string, RouteChoice>;
  readonly always: RouteChoice | undefined;
  readonly byCaller: ReadonlyMap<string, RouteChoice>;
  readonly end: RouteChoice;
}

/** A definition indexed for reading. The definition must not change while a view of it is in use. */
export interface DefinitionView {
  readonly definition: WorkflowDefinition;
  readonly nodesById: ReadonlyMap<string, NodeView>;
  /** Nodes which execute tools. */
  readonly toolNodes: readonly NodeView[];
  edgesFrom(nodeId: string): readonly WorkflowEdge[];
  /** Where a run goes when a limit is hit: the first node that serves limits. */
  limitNode(): WorkflowNode | undefined;
  /** Agents whose calls a tools node may be executing: the last agent visited before it. */
  callersOf(nodeId: string): readonly string[];
}

/** Agents by id. */
export type AgentCatalogue = ReadonlyMap<string, AgentDefinition>;

/** A label written into a node's config, and where in the config it stands. */
export interface DeclaredLabel {
  label: string;
  path: readonly (string | number)[];
}

/** What a node type is, as far as a definition shows. `defineKind` makes one; its behaviour lives in the engine. */
export interface NodeKind<Type extends string = string, Schema extends z.ZodObject = z.ZodObject>
  extends NodeTraits {
  type: Type;
  configSchema: Schema;
  /** The node's config; undefined when it does not fit, which `check` reports. */
  config(node: WorkflowNode): z.infer<Schema> | undefined;
  /** The labels it can return whatever the definition; absent when they depend on it. */
  fixedLabels?: readonly (string | null)[];
  /** The labels it can return; `null` is none. Tools of agents outside the catalogue may be any. */
  labels(
    view: DefinitionView,
    node: WorkflowNode,
    agents: AgentCatalogue | undefined,
  ): ReadonlySet<string | null>;
  /** Labels that it or its config names, each of which an edge must serve. */
  declaredLabels(node: WorkflowNode): DeclaredLabel[];
}
