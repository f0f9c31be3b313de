import type { WorkflowDefinition } from '@cadence-agents/contracts';
import type { Kinds } from '../kinds/kinds.ts';
import { type DrawnEdge, type DrawnNode, drawingOf } from './drawing.ts';

/** The workflow as a Mermaid flowchart. */
export function drawMermaid(definition: WorkflowDefinition, kinds?: Kinds): string {
  const { nodes, edges } = drawingOf(definition, kinds);
  const lines = ['flowchart TD'];
  for (const node of nodes) lines.push(`  ${nodeText(node)}`);
  if (edges.some((edge) => edge.to === null)) lines.push('  finish((("END")))');
  const entry = nodes.find((node) => node.entry);
  if (entry !== undefined) lines.push('  start((" "))', `  start --> ${entry.key}`);
  for (const edge of edges) lines.push(`  ${edgeText(edge)}`);
  lines.push(...Object.entries(styles).map(([family, style]) => `  classDef ${family} ${style}`));
  for (const node of nodes) lines.push(`  class ${node.key} ${node.family}`);
  if (entry !== undefined) lines.push('  class start entry');
  return lines.join('\n');
}

const styles = {
  agent: 'fill:#e0e7ff,stroke:#6366f1,color:#1e1b4b',
  router: 'fill:#e0f2fe,stroke:#0284c7,color:#082f49',
  tools: 'fill:#fef3c7,stroke:#d97706,color:#451a03',
  human: 'fill:#fce7f3,stroke:#db2777,color:#500724',
  responder: 'fill:#d1fae5,stroke:#059669,color:#022c22',
  unknown: 'fill:#f1f5f9,stroke:#64748b,color:#0f172a',
  entry: 'fill:#64748b,stroke:#64748b',
} satisfies Record<DrawnNode['family'] | 'entry', string>;

function nodeText({ key, name, family }: DrawnNode): string {
  const text = `"${escapeText(name)}"`;
  if (family === 'router') return `${key}{${text}}`;
  if (family === 'tools') return `${key}{{${text}}}`;
  if (family === 'human') return `${key}[/${text}\\]`;
  if (family === 'responder') return `${key}[[${text}]]`;
  return family === 'agent' ? `${key}(${text})` : `${key}[${text}]`;
}

function edgeText({ from, to, labels, style }: DrawnEdge): string {
  const line = style === 'caller' ? '-.->' : '-->';
  const words = style === 'caller' ? 'back to caller' : labels.map(escapeText).join(' / ');
  const label = words === '' ? '' : `|"${words}"|`;
  return `${from} ${line}${label} ${to ?? 'finish'}`;
}

/**
 * Whatever could mean something to Mermaid, Markdown or HTML becomes a character code. A colon too: in a line with
 * `style…:` Mermaid takes the semicolon of a code for its own.
 */
function escapeText(text: string): string {
  return text
    .toWellFormed()
    .replace(/\p{C}|\s/gu, ' ')
    .replace(
      /[^\p{L}\p{M}\p{N} ,_]|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu,
      (character) => `#${character.codePointAt(0) ?? 0xfffd};`,
    );
}
