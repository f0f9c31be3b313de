import { z } from 'zod';

/** A `responseSchema` that is one object; the description tells the model what it stands for. */
export function objectSchema<Shape extends z.ZodRawShape>(
  description: string,
  shape: Shape,
): z.ZodObject<Shape, z.core.$strip> {
  return z.object(shape).describe(description);
}
