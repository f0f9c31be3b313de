import {
  agentDefinitionSchema,
  type JsonObject,
  limitsSchema,
  type Problem,
  workflowDefinitionSchema,
  workflowEdgeSchema,
  workflowNodeSchema,
} from '@cadence-agents/contracts';
import { MOST_AGENTS, MOST_EDGES, MOST_NODES } from './draft.ts';
import { translateIssue } from './translate-issue.ts';

const lists = [
  { field: 'nodes', schema: workflowNodeSchema, most: MOST_NODES },
  { field: 'edges', schema: workflowEdgeSchema, most: MOST_EDGES },
  { field: 'agents', schema: agentDefinitionSchema, most: MOST_AGENTS },
] as const;

const anyNode = { id: 'n', workflowId: 'w', nodeType: 'n', nodeName: 'n' };

/**
 * What the schemas find. Each part is parsed by itself: zod hands the issues of a list on as arguments of one call,
 * and a list with very many of them would exhaust the stack.
 */
export function* structureProblems(document: JsonObject): Iterable<Problem> {
  const frame: JsonObject = { ...document };
  for (const { field } of lists) if (Array.isArray(frame[field])) frame[field] = [];
  if (Array.isArray(document.nodes) && document.nodes.length > 0) frame.nodes = [anyNode];
  for (const issue of workflowDefinitionSchema.safeParse(frame).error?.issues ?? []) {
    const fields = issue.path[0] === 'limits' ? limitsSchema.shape : workflowDefinitionSchema.shape;
    yield* translateIssue(document, issue, [], Object.keys(fields));
  }
  for (const { field, schema, most } of lists) {
    const list = document[field];
    if (!Array.isArray(list)) continue;
    for (const [i, part] of list.slice(0, most).entries()) {
      for (const issue of schema.safeParse(part).error?.issues ?? []) {
        yield* translateIssue(document, issue, [field, i], Object.keys(schema.shape));
      }
    }
  }
}
