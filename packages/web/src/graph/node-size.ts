import type { GraphEdgePart, GraphNode } from './graph-model.ts';

const sizes = {
  step: { width: 196, height: 56 },
  missing: { width: 196, height: 56 },
  end: { width: 64, height: 32 },
} as const;

export const nodeSize = (node: GraphNode) => sizes[node.type];

export const LABEL_HEIGHT = 20;
const LABEL_MOST = 160;

/** Room for the labels of one line, stacked; none for a line that is always taken. */
export function labelSize(parts: readonly GraphEdgePart[]): { width: number; height: number } | undefined {
  const labels = parts.map((part) => part.label).filter((label) => label !== null);
  if (labels.length === 0) return undefined;
  const longest = Math.max(...labels.map((label) => label.length));
  return {
    width: Math.min(LABEL_MOST, Math.ceil(longest * 6.4) + 18),
    height: labels.length * LABEL_HEIGHT,
  };
}
