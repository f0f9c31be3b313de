import { z } from 'zod';

/** A `responseSchema` that is one object; the description tells the model what it stands for. */
export function objectSchema<Shape extends z.ZodRawShape>(
  description: string,
  shape: Shape,
): z.ZodObject<Shape, z.core.$strip> {
  return z.object(shape).describe(description);
}

/** A `responseSchema` that is a list of objects; the description tells the model what they stand for. */
export function listSchema<Shape extends z.ZodRawShape>(
  description: string,
  shape: Shape,
): z.ZodArray<z.ZodObject<Shape, z.core.$strip>> {
  return z.array(z.object(shape)).describe(description);
}
