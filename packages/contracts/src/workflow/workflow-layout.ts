// Where the nodes of a workflow stand in its picture. No part of its definition: to move one makes no new version.
import { z } from 'zod';

const MOST_PLACED = 2_000;
const along = z.number().min(-1_000_000).max(1_000_000);

export const workflowLayoutSchema = z
  .strictObject({
    direction: z.enum(['RIGHT', 'DOWN']).describe('The way that lines lead.'),
    nodes: z
      .array(z.strictObject({ id: z.string().min(1).max(200), x: along, y: along }))
      .max(MOST_PLACED)
      .describe('Upper left corners, by the ids of nodes.'),
    end: z.strictObject({ x: along, y: along }).nullable(),
  })
  .meta({ id: 'WorkflowLayout' });
export type WorkflowLayout = z.infer<typeof workflowLayoutSchema>;
