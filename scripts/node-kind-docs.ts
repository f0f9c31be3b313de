// docs/node-kinds.md: what each kind of node does and can be told, from the declarations.
import type { NodeKind } from '@cadence-agents/contracts';
import { builtInKinds } from '@cadence-agents/workflow';
import { fieldTable } from './schema-docs.ts';

export function nodeKindsPage(): string {
  return `# Node kinds

Written by \`npm run docs\` from the declarations in \`packages/workflow/src/kinds\`. [Workflow definitions](definitions.md) says how nodes make a workflow. Plugins may bring more kinds: see [Bringing a node kind](plugins.md#bringing-a-node-kind).

| kind | family | |
|---|---|---|
${builtInKinds.list.map(({ type, family, summary }) => `| [\`${type}\`](#${type.toLowerCase()}) | ${family} | ${summary} |`).join('\n')}

${builtInKinds.list.map(section).join('\n')}`;
}

function section(kind: NodeKind): string {
  const { type, title, summary, family, usesAgent, configSchema } = kind;
  const table = Object.keys(configSchema.shape).length === 0 ? [] : ['', fieldTable(configSchema, 'config')];
  return [
    `## ${type}`,
    '',
    `**${title}** (${family}). ${summary}${usesAgent ? ' Its nodes need an `agentId`.' : ''}`,
    '',
    `Labels: ${labelsOf(kind)}.`,
    ...table,
    '',
  ].join('\n');
}

function labelsOf({ fixedLabels }: NodeKind): string {
  if (fixedLabels === undefined) return 'depend on its edges and its config';
  return fixedLabels
    .map((label) => (label === null ? 'none, it follows its ALWAYS edge' : `\`${label}\``))
    .join(', ');
}
