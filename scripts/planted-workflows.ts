import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type WorkflowDefinition, workflowDefinitionSchema } from '@cadence-agents/contracts';
import { coordinatorWorkflow, planVerifyWorkflow } from '@cadence-agents/engine';

const plugin = (slug: string, ...tools: string[]) => ({
  slug,
  metadata: { name: slug, version: '1.0.0', description: slug, capabilities: [] },
  systemPrompt: `You are ${slug}.`,
  tools: tools.map((name) => ({ name })),
});

/** The workflows that ship, and one of each design. */
export function simulatedWorkflows(): WorkflowDefinition[] {
  const shipped = ['2nChat', 'assistant'].map((id) => {
    const file = join(import.meta.dirname, `../workflows/${id}.json`);
    return workflowDefinitionSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
  });
  return [
    ...shipped,
    planVerifyWorkflow([{ name: 'calculate' }, { name: 'search' }]),
    coordinatorWorkflow([
      plugin('math', 'calculate'),
      plugin('search', 'search', 'read_document'),
      plugin('info', 'time'),
    ]),
  ];
}
