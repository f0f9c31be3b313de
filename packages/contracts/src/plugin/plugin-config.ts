import { z } from 'zod';

const json = z.record(z.string(), z.json());

/** What can be set of a plugin, and what holds. */
export const pluginConfigSchema = z
  .object({
    /** The JSON schema of the values. */
    schema: json,
    /** Those in force. */
    values: json,
    /** What was entered, used or not; `null` where the defaults hold. */
    entered: z.json(),
    /** Why what was entered cannot be used, field by field: the defaults are in force then. */
    problems: z.array(z.object({ path: z.string(), message: z.string() })),
  })
  .meta({ id: 'PluginConfig' });
export type PluginConfig = z.infer<typeof pluginConfigSchema>;
