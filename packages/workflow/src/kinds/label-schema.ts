import { z } from 'zod';

/** A label as a config names it; as long as an edge's `conditionValue` may be. */
export const labelSchema = z.string().min(1).max(200);
