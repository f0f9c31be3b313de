import { z } from 'zod';
import { configReader } from './config-reader.ts';
import { windowSchema } from './window-schema.ts';

export const generatorConfigSchema = z.strictObject({
  /** `provider:model`; the default model when absent. */
  model: z.string().min(1).optional(),
  /** Appended to the prompt. */
  instructions: z.string().optional(),
  windowTokens: windowSchema,
});
export type GeneratorConfig = z.infer<typeof generatorConfigSchema>;

export const readGeneratorConfig = configReader(generatorConfigSchema);
