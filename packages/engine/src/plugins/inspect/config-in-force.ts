// What holds of what was entered for a plugin.
import type { JsonValue, PluginConfig } from '@cadence-agents/contracts';
import { z } from 'zod';

const jsonObject = z.record(z.string(), z.json());

/** The defaults where nothing was entered, or nothing that can be used. */
export function configInForce(schema: z.ZodObject, entered: JsonValue | undefined): PluginConfig {
  const { $schema: _, ...shown } = z.toJSONSchema(schema, { io: 'input' });
  const problems = entered === undefined ? [] : misfits(schema, entered);
  const used = entered === undefined || problems.length > 0 ? {} : entered;
  return {
    schema: jsonObject.parse(shown),
    values: jsonObject.parse(JSON.parse(JSON.stringify(schema.parse(used)))),
    entered: entered ?? null,
    problems,
  };
}

// The checks of a schema are the plugin's code.
function misfits(schema: z.ZodObject, entered: JsonValue): PluginConfig['problems'] {
  try {
    return (schema.safeParse(entered).error?.issues ?? []).flatMap((issue) => {
      const at = issue.path.map(String);
      if (issue.code !== 'unrecognized_keys') return [{ path: at.join('.'), message: issue.message }];
      return issue.keys.map((key) => ({ path: [...at, key].join('.'), message: 'There is no such field' }));
    });
  } catch (error) {
    const message = `It cannot be checked: ${error instanceof Error ? error.message : String(error)}`;
    return [{ path: '', message }];
  }
}
