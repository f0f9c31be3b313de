import type {
  AgentDefinition,
  RouteRule,
  WorkflowDefinition,
  WorkflowEdge,
  WorkflowNode,
} from '@cadence/contracts';
import type { NodeTraits } from './kinds/node-traits.ts';

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
  readonly kind: NodeTraits | undefined;
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
