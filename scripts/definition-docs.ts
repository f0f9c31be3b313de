// docs/definition-fields.md: every field of a definition, from its schemas.
import {
  agentDefinitionSchema,
  limitsSchema,
  workflowDefinitionSchema,
  workflowEdgeSchema,
  workflowNodeSchema,
} from '@cadence-agents/contracts';
import { fieldTable } from './schema-docs.ts';

export function definitionFieldsPage(): string {
  return `# Every field of a definition

Written by \`npm run docs\` from the schemas in \`packages/contracts/src/workflow\`. This is the form that is stored; [what may be left out](definitions.md#what-may-be-left-out) by hand is filled in. A field with a question mark is optional.

## The definition

${fieldTable(workflowDefinitionSchema, 'field')}

## Nodes

${fieldTable(workflowNodeSchema, 'field')}

What \`config\` takes depends on the kind: see [node kinds](node-kinds.md).

## Edges

${fieldTable(workflowEdgeSchema, 'field')}

## Limits

${fieldTable(limitsSchema, 'field')}

## Agents

${fieldTable(agentDefinitionSchema, 'field')}
`;
}
