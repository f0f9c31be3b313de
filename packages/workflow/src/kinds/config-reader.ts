import type { WorkflowNode } from '@cadence/contracts';
import type { z } from 'zod';

/**
 * Reads a node's config by its kind's schema; undefined when it does not fit, which `check` reports.
 * Remembered per node, because a run reads the same config at every visit.
 */
export function configReader<Schema extends z.ZodType>(
  schema: Schema,
): (node: WorkflowNode) => z.infer<Schema> | undefined {
  const read = new WeakMap<WorkflowNode, { config: z.infer<Schema> | undefined }>();
  return (node) => {
    const known = read.get(node);
    if (known !== undefined) return known.config;
    const config = schema.safeParse(node.config ?? {}).data;
    read.set(node, { config });
    return config;
  };
}
