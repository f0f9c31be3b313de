import { z } from 'zod';

/**
 * A `responseSchema` that is one object; the description tells the model what it stands for.
 *
 * @example
 * import { objectSchema } from '@cadence-agents/sdk';
 * import { z } from 'zod';
 *
 * const responseSchema = objectSchema('A shipping quote', { euros: z.number(), days: z.number() });
 * console.log(responseSchema.parse({ euros: 10, days: 3 })); // { euros: 10, days: 3 }
 */
export function objectSchema<Shape extends z.ZodRawShape>(
  description: string,
  shape: Shape,
): z.ZodObject<Shape, z.core.$strip> {
  return z.object(shape).describe(description);
}

/**
 * A `responseSchema` that is a list of objects; the description tells the model what they stand for.
 *
 * @example
 * import { listSchema } from '@cadence-agents/sdk';
 * import { z } from 'zod';
 *
 * const responseSchema = listSchema('The parcels of an order', { id: z.string(), euros: z.number() });
 * console.log(responseSchema.parse([{ id: 'p1', euros: 10 }]).length); // 1
 */
export function listSchema<Shape extends z.ZodRawShape>(
  description: string,
  shape: Shape,
): z.ZodArray<z.ZodObject<Shape, z.core.$strip>> {
  return z.array(z.object(shape)).describe(description);
}
