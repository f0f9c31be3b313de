/** The parts of a definition that the canvas needs, read from a document that may be wrong in any way. */
export interface Draft {
  workflowId: string;
  entrypointNodeId: string | undefined;
  nodes: DraftNode[];
  edges: DraftEdge[];
  name: string | undefined;
  description: string | undefined;
  isConversational: boolean;
  /** By name; `null` switches one off. */
  limits: Readonly<Record<string, unknown>>;
  /** As they stand in the document. */
  policies: unknown[];
  /** Those that travel with the file. */
  agents: DraftAgent[];
  has(field: string): boolean;
}

export interface DraftAgent {
  id: string;
  name: string;
  description: string | undefined;
  /** Its place in the document. */
  index: number;
  /** As it stands in the document. */
  raw: unknown;
}

export interface DraftNode {
  id: string | undefined;
  nodeType: string;
  nodeName: string | undefined;
  agentId: string | undefined;
  config: unknown;
  /** As it stands in the document. */
  raw: unknown;
}

export interface DraftEdge {
  id: string | undefined;
  sourceNodeId: string | undefined;
  /** `null` for the end. */
  targetNodeId: string | null | undefined;
  /** `null`: always taken. */
  label: string | null;
}

export function readDraft(text: string): Draft {
  let document: unknown;
  try {
    document = JSON.parse(text);
  } catch {
    // Whoever edits by the canvas is told that the text is to be mended first.
  }
  return draftOf(document);
}

export function draftOf(document: unknown): Draft {
  return {
    workflowId: textOf(fieldOf(document, 'id')) ?? '',
    entrypointNodeId: textOf(fieldOf(document, 'entrypointNodeId')),
    nodes: listOf(fieldOf(document, 'nodes')).map(draftNode),
    edges: listOf(fieldOf(document, 'edges')).map(draftEdge),
    name: textOf(fieldOf(document, 'name')),
    description: textOf(fieldOf(document, 'description')),
    isConversational: fieldOf(document, 'isConversational') === true,
    limits: { ...Object(fieldOf(document, 'limits')) },
    policies: listOf(fieldOf(document, 'policies')),
    agents: listOf(fieldOf(document, 'agents')).flatMap(draftAgent),
    has: (name) => fieldOf(document, name) !== undefined && fieldOf(document, name) !== null,
  };
}

function draftNode(node: unknown): DraftNode {
  return {
    id: textOf(fieldOf(node, 'id')),
    nodeType: textOf(fieldOf(node, 'nodeType')) ?? '',
    nodeName: textOf(fieldOf(node, 'nodeName')),
    agentId: textOf(fieldOf(node, 'agentId')),
    config: fieldOf(node, 'config'),
    raw: node,
  };
}

function draftEdge(edge: unknown): DraftEdge {
  const target = fieldOf(edge, 'targetNodeId');
  const label = textOf(fieldOf(edge, 'conditionValue'));
  const isAlways = (fieldOf(edge, 'conditionType') ?? (label === undefined && 'ALWAYS')) === 'ALWAYS';
  return {
    id: textOf(fieldOf(edge, 'id')),
    sourceNodeId: textOf(fieldOf(edge, 'sourceNodeId')),
    targetNodeId: target === null ? null : textOf(target),
    label: isAlways ? null : (label ?? ''),
  };
}

function draftAgent(agent: unknown, index: number): DraftAgent[] {
  const id = textOf(fieldOf(agent, 'id'));
  if (id === undefined) return [];
  const description = textOf(fieldOf(agent, 'description'));
  return [{ id, name: textOf(fieldOf(agent, 'name')) ?? id, description, index, raw: agent }];
}

/** An object's own field, whatever the value is. */
export function fieldOf(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null) return undefined;
  return Object.getOwnPropertyDescriptor(value, name)?.value;
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : undefined);
export const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
