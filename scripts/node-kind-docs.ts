// What the docs say of node kinds, taken from their declarations.
import { describeKind, type NodeKind } from '@cadence/contracts';
import { builtInKinds } from '@cadence/workflow';

const kinds = builtInKinds.list.map((kind) => describeKind(kind, null));

/** For `nodeType` in the schema of a workflow: the kinds by name, and any that a plugin brings. */
export const nodeTypeSchema = {
  anyOf: [
    ...kinds.map(({ type, title, summary }) => ({ const: type, title, description: summary })),
    {
      type: 'string',
      pattern: '^[A-Z0-9]+_[A-Z0-9_]+$',
      title: 'Of a plugin',
      description: 'A kind that a plugin brings.',
    },
  ],
};

/** `docs/node-kinds.md`. */
export function nodeKindsPage(): string {
  return `# Node kinds

Written by \`npm run docs\` from the declarations in \`packages/workflow/src/kinds\`. Plugins may bring more: see [Bringing a node kind](plugins.md#bringing-a-node-kind).

${builtInKinds.list.map(section).join('\n')}`;
}

function section(kind: NodeKind): string {
  const { type, title, summary, family } = kind;
  const fields = Object.entries(kind.configSchema.shape).map(
    ([name, field]) => `| \`${name}\` | ${field.meta()?.description ?? ''} |`,
  );
  const table = fields.length === 0 ? [] : ['', '| config | |', '|---|---|', ...fields];
  return [
    `## ${type}`,
    '',
    `**${title}** (${family}). ${summary}`,
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
