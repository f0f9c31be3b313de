import {
  type AgentCatalogue,
  type AgentDefinition,
  agentDefinitionSchema,
  type DefinitionView,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  listOf,
  type WorkflowDefinition,
  type WorkflowEdge,
  type WorkflowNode,
} from '@cadence-agents/contracts';
import { builtInKinds, type Kinds } from '../kinds/kinds.ts';
import { nearestName } from '../nearest-name.ts';
import { viewDefinition } from '../view-definition.ts';
import { existingPath, type PathSegments } from './document-path.ts';

export const MOST_NODES = 500;
export const MOST_EDGES = 5_000;
export const MOST_AGENTS = 500;

/** A part of the definition, and where in the document it stands. */
interface Placed<Part> {
  readonly part: Part;
  readonly index: number;
}

/** As much of a document as could be read, for the rules to look at. */
export interface Draft {
  readonly document: JsonObject;
  readonly kinds: Kinds;
  readonly view: DefinitionView;
  readonly nodes: readonly Placed<WorkflowNode>[];
  readonly edges: readonly Placed<WorkflowEdge>[];
  readonly agents: readonly Placed<AgentDefinition>[];
  /** Ids of agents in the document of which nothing but the id can be trusted; undefined stands for an unread id. */
  readonly brokenAgents: ReadonlySet<string | undefined>;
  /** Nodes of unknown type, or whose config or agent cannot be read: what they do is anybody's guess. */
  readonly doubtful: ReadonlySet<string>;
  /** Agents nodes may name; undefined when nobody said which there are. */
  readonly catalogue: AgentCatalogue | undefined;
  /** Whether an agent that is in no catalogue may be kept elsewhere. */
  readonly agentsElsewhere: boolean;
  /** Tools agents may name; undefined when nobody said which there are. */
  readonly tools: ReadonlySet<string> | undefined;
  /** What plugins that are turned off would bring, and the name of each. */
  readonly off: ReadonlyMap<string, string>;
  /** Why a model cannot be used. */
  modelProblem(name: string): string | null;
  /** How many nodes, or edges, have no place in the view. What seems to be missing may be one of them. */
  readonly unreadNodes: number;
  readonly unreadEdges: number;
  /** Ids that edges use and no node has. */
  readonly undefinedIds: ReadonlySet<string>;
  /** Edges from an undefined node to which none leads: probably a slip in the `sourceNodeId` of another node's edge. */
  readonly strayEdges: readonly WorkflowEdge[];
  /** The known name that was probably meant. */
  suggest(name: string, known: Iterable<string>): string | undefined;
  /** The path of a place, or of what lacks it. */
  path(...segments: PathSegments): string;
}

/** What is known beside the document. */
export interface Surroundings {
  agents?: readonly AgentDefinition[] | undefined;
  agentsElsewhere?: boolean | undefined;
  tools?: readonly string[] | undefined;
  off?: ReadonlyMap<string, string> | undefined;
  modelProblem?: ((name: string) => string | null) | undefined;
  kinds?: Kinds | undefined;
}

export function readDraft(document: JsonObject, known: Surroundings): Draft {
  const rawNodes = listOf(document.nodes);
  const rawEdges = listOf(document.edges);
  const nodes = place(rawNodes.slice(0, MOST_NODES), readNode);
  const edges = place(rawEdges.slice(0, MOST_EDGES), readEdge);
  const rawAgents = listOf(document.agents).slice(0, MOST_AGENTS);
  const agents = place(rawAgents, (raw) => agentDefinitionSchema.safeParse(raw).data);
  const readable = new Set(agents.map(({ index }) => index));
  const broken = rawAgents.filter((_, index) => !readable.has(index));
  const definition: WorkflowDefinition = {
    id: textOf(document.id) ?? '',
    name: textOf(document.name) ?? '',
    isConversational: document.isConversational === true,
    entrypointNodeId: textOf(document.entrypointNodeId) ?? '',
    nodes: nodes.map(({ part }) => part),
    edges: edges.map(({ part }) => part),
  };
  const kinds = known.kinds ?? builtInKinds;
  const view = viewDefinition(definition, kinds);
  const targets = new Set(definition.edges.map((edge) => edge.targetNodeId));
  const isUndefined = (id: string | null) => id !== null && !view.nodesById.has(id);
  const sources = definition.edges.map((edge) => edge.sourceNodeId);
  const anyAgents = known.agents !== undefined || Array.isArray(document.agents);
  const allAgents = [...(known.agents ?? []), ...agents.map(({ part }) => part)];
  return {
    document,
    kinds,
    view,
    nodes,
    edges,
    agents,
    brokenAgents: new Set(broken.map((raw) => (isJsonObject(raw) ? textOf(raw.id) : undefined))),
    doubtful: new Set(
      nodes.filter(({ part, index }) => isDoubtful(part, rawNodes[index], kinds)).map(({ part }) => part.id),
    ),
    catalogue: anyAgents ? new Map(allAgents.map((agent) => [agent.id, agent])) : undefined,
    agentsElsewhere: known.agentsElsewhere === true && !Array.isArray(document.agents),
    tools: known.tools && new Set(known.tools),
    off: known.off ?? new Map(),
    modelProblem: known.modelProblem ?? (() => null),
    unreadNodes: Array.isArray(document.nodes) ? rawNodes.length - view.nodesById.size : Infinity,
    unreadEdges: Array.isArray(document.edges) ? rawEdges.length - edges.length : Infinity,
    undefinedIds: new Set([...sources, ...targets].filter((id) => id !== null).filter(isUndefined)),
    strayEdges: definition.edges.filter(
      (edge) => isUndefined(edge.sourceNodeId) && !targets.has(edge.sourceNodeId),
    ),
    suggest: suggester(),
    path: (...segments) => existingPath(document, segments),
  };
}

/** Comparing names takes long; a file with more unknown ones than this has another trouble. */
function suggester(): Draft['suggest'] {
  let left = 20;
  return (name, known) => {
    left -= 1;
    return left < 0 ? undefined : nearestName(name, known);
  };
}

function place<Part>(raw: readonly JsonValue[], read: (raw: JsonObject) => Part | undefined): Placed<Part>[] {
  return raw.flatMap((item, index) => {
    const part = isJsonObject(item) ? read(item) : undefined;
    return part === undefined ? [] : [{ part, index }];
  });
}

/** A node with an id can be looked at, whatever else is wrong with it. */
function readNode(raw: JsonObject): WorkflowNode | undefined {
  const id = textOf(raw.id);
  if (id === undefined) return undefined;
  return {
    id,
    workflowId: textOf(raw.workflowId) ?? '',
    nodeType: textOf(raw.nodeType) ?? '',
    nodeName: textOf(raw.nodeName) ?? '',
    agentId: textOf(raw.agentId) ?? null,
    config: isJsonObject(raw.config) ? raw.config : null,
  };
}

/** An edge can be looked at when it is clear where it leads from, to, and when. */
function readEdge(raw: JsonObject): WorkflowEdge | undefined {
  const sourceNodeId = textOf(raw.sourceNodeId);
  const targetNodeId = raw.targetNodeId === null ? null : textOf(raw.targetNodeId);
  const { conditionType } = raw;
  const conditionValue = raw.conditionValue ?? null;
  if (sourceNodeId === undefined || targetNodeId === undefined) return undefined;
  if (conditionType !== 'ALWAYS' && conditionType !== 'CONDITIONAL') return undefined;
  if (conditionValue !== null && typeof conditionValue !== 'string') return undefined;
  const id = textOf(raw.id) ?? '';
  const workflowId = textOf(raw.workflowId) ?? '';
  return { id, workflowId, sourceNodeId, targetNodeId, conditionType, conditionValue };
}

function isDoubtful(node: WorkflowNode, raw: JsonValue | undefined, kinds: Kinds): boolean {
  const kind = kinds.find(node.nodeType);
  if (kind === undefined || !isJsonObject(raw)) return true;
  const { config, agentId } = raw;
  if (agentId === '' || typeof (agentId ?? '') !== 'string') return true;
  return !kind.configSchema.safeParse(config ?? {}).success;
}

function textOf(value: JsonValue | undefined): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}
