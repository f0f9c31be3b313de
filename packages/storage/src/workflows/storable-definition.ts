import { CadenceError, encodeStrict, type WorkflowDefinition } from '@cadence-agents/contracts';
import { exactId, exactText } from '../exact-text.ts';

/** The definition as JSON, once it is sure that its rows can be kept as well. */
export function storableDefinition(definition: WorkflowDefinition): string {
  const json = encodeStrict(definition, '$', { optionalFields: true });
  exactId(definition.id, '$.id');
  exactText(definition.name, '$.name');
  exactText(definition.description ?? '', '$.description');
  exactText(definition.entrypointNodeId, '$.entrypointNodeId');
  for (const part of ['nodes', 'edges'] as const) {
    const seen = new Set<string>();
    for (const [index, row] of definition[part].entries()) {
      const path = `$.${part}[${index}]`;
      exactId(row.id, `${path}.id`);
      for (const [field, value] of Object.entries(row)) {
        if (typeof value === 'string') exactText(value, `${path}.${field}`);
      }
      if (row.workflowId !== definition.id) {
        throw invalid(`${path}.workflowId`, `is not the id of the workflow, "${definition.id}"`);
      }
      if (seen.has(row.id)) throw invalid(`${path}.id`, `is used twice: "${row.id}"`);
      seen.add(row.id);
    }
  }
  return json;
}

function invalid(path: string, why: string): CadenceError {
  return new CadenceError('WORKFLOW_INVALID', `The value at ${path} ${why}.`, {
    hint: 'Run "cadence workflow check" on the definition; it lists all problems.',
    details: { path },
  });
}
