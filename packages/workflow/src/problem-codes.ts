import type { Problem } from '@cadence-agents/contracts';

/** Every problem `check` can name. The documentation lists the same table. */
export const problemCodes = {
  DOCUMENT_NOT_OBJECT: { severity: 'error', meaning: 'The definition is not a JSON object.' },
  DOCUMENT_UNREADABLE: { severity: 'error', meaning: 'Reading the definition failed.' },
  DOCUMENT_CYCLIC: { severity: 'error', meaning: 'A value contains itself, so it is not JSON.' },
  DOCUMENT_TOO_DEEP: { severity: 'error', meaning: 'Values are nested deeper than allowed.' },
  DOCUMENT_TOO_LARGE: { severity: 'error', meaning: 'The definition is larger than allowed.' },
  DOCUMENT_TOO_LONG: { severity: 'error', meaning: 'A list or object has more entries than allowed.' },
  TOO_MANY_PROBLEMS: { severity: 'error', meaning: 'There are more errors than are worth telling at once.' },
  TOO_MANY_NODES: { severity: 'error', meaning: 'The workflow has more nodes than allowed.' },
  TOO_MANY_EDGES: { severity: 'error', meaning: 'The workflow has more edges than allowed.' },
  TOO_MANY_AGENTS: { severity: 'error', meaning: 'The file carries more agents than a workflow can use.' },
  VALUE_NOT_JSON: { severity: 'error', meaning: 'A value cannot be written as JSON.' },
  KEY_FORBIDDEN: { severity: 'error', meaning: 'A key has a name that changes what objects are.' },
  FIELD_MISSING: { severity: 'error', meaning: 'A required field is missing.' },
  FIELD_UNKNOWN: { severity: 'error', meaning: 'A field is not one that is known here.' },
  FIELD_TYPE: { severity: 'error', meaning: 'A field has a value of the wrong type.' },
  FIELD_VALUE: { severity: 'error', meaning: 'A field has a value that is not allowed.' },
  NODE_ID_DUPLICATE: { severity: 'error', meaning: 'Two nodes have the same id.' },
  NODE_NAME_DUPLICATE: { severity: 'error', meaning: 'Two nodes have the same name.' },
  EDGE_ID_DUPLICATE: { severity: 'error', meaning: 'Two edges have the same id.' },
  AGENT_ID_DUPLICATE: { severity: 'error', meaning: 'Two agents of the file have the same id.' },
  WORKFLOW_ID_DIFFERS: { severity: 'error', meaning: 'A node or edge belongs to another workflow.' },
  NODE_TYPE_UNKNOWN: { severity: 'error', meaning: 'There is no node type of this name.' },
  ENTRYPOINT_UNDEFINED: { severity: 'error', meaning: 'The workflow starts at a node that is not defined.' },
  EDGE_SOURCE_UNDEFINED: { severity: 'error', meaning: 'An edge starts at a node that is not defined.' },
  EDGE_TARGET_UNDEFINED: { severity: 'error', meaning: 'An edge leads to a node that is not defined.' },
  AGENT_MISSING: { severity: 'error', meaning: 'A node that needs an agent names none.' },
  AGENT_UNDEFINED: { severity: 'error', meaning: 'A node names an agent that does not exist.' },
  PLUGIN_AGENT_UNKNOWN: {
    severity: 'error',
    meaning: 'A node names the agent of a plugin or an MCP server that is not loaded.',
  },
  MODEL_UNUSABLE: {
    severity: 'warning',
    meaning: 'An agent or a node names a model that cannot be used here.',
  },
  PROMPT_VARIABLE_UNKNOWN: {
    severity: 'warning',
    meaning: 'A prompt has a name in double braces that stands for nothing.',
  },
  TOOL_UNKNOWN: { severity: 'error', meaning: 'An agent names a tool that does not exist.' },
  AGENT_TOOLS_UNREACHABLE: {
    severity: 'error',
    meaning: 'An agent has tools, and no edge leads to a node that runs them.',
  },
  ALWAYS_DUPLICATE: { severity: 'error', meaning: 'A node has more than one ALWAYS edge.' },
  ALWAYS_WITH_VALUE: { severity: 'warning', meaning: 'An ALWAYS edge has a condition, which is ignored.' },
  CONDITION_VALUE_MISSING: {
    severity: 'error',
    meaning: 'A CONDITIONAL edge does not say which label it serves.',
  },
  LABEL_DUPLICATE: { severity: 'error', meaning: 'Two edges of a node serve the same label.' },
  END_WITHOUT_LABEL: { severity: 'error', meaning: 'An edge ends the run without the condition END.' },
  END_WITH_TARGET: { severity: 'error', meaning: 'An edge with the condition END leads to a node.' },
  LABEL_UNSERVED: { severity: 'error', meaning: 'A label that may be chosen is served by no edge.' },
  END_UNSERVED: {
    severity: 'warning',
    meaning: 'The end tool of a conversational workflow has no END edge to follow at a node.',
  },
  NODE_WITHOUT_ROUTE: {
    severity: 'error',
    meaning: 'A node can finish without a label and then has no way on.',
  },
  EDGE_NEVER_TAKEN: { severity: 'warning', meaning: 'An edge serves a label that its node never returns.' },
  TOOL_EDGE_NEVER_TAKEN: {
    severity: 'error',
    meaning: 'An edge serves a tool that no caller of its node has.',
  },
  NODE_UNREACHABLE: { severity: 'warning', meaning: 'No run can come to a node.' },
  NODE_CANNOT_END: { severity: 'error', meaning: 'From a node no end can be reached.' },
  POLICY_SUBJECT_UNKNOWN: {
    severity: 'error',
    meaning: 'A policy names a node, an edge or a tool that there is not.',
  },
  POLICY_BROKEN: { severity: 'error', meaning: 'A run can do what a policy forbids.' },
  POLICY_UNDECIDED: {
    severity: 'warning',
    meaning: 'There are too many routes to tell at once whether a policy holds.',
  },
  LOOP_UNBOUNDED: { severity: 'error', meaning: 'A loop is bounded by no limit.' },
} as const satisfies Record<string, { severity: Problem['severity']; meaning: string }>;

export type ProblemCode = keyof typeof problemCodes;

/** Whether a problem is looked for only where there is no other error. */
export const isToldLast = (code: string): boolean => code === 'LOOP_UNBOUNDED' || code.startsWith('POLICY_');
