import type { JsonValue, Tool, ToolContext } from '@cadence-agents/contracts';
import type { z } from 'zod';

/** The schema of a tool's arguments: models send them as a JSON object. */
export type ToolInput = z.ZodType<unknown, Record<string, unknown>>;

/** A tool as its author writes it: `run` knows its arguments from `input`. */
export interface ToolDefinition<Input extends ToolInput> extends Omit<Tool, 'input' | 'run'> {
  input: Input;
  run: (args: z.output<Input>, context: ToolContext) => Promise<JsonValue> | JsonValue;
}

/**
 * Something an agent can call; its arguments are checked against `input` before `run` sees them.
 *
 * @example
 * import { tool } from '@cadence-agents/sdk';
 * import { z } from 'zod';
 *
 * export const quote = tool({
 *   name: 'quote',
 *   description: 'Works out what it costs to ship a parcel, by its weight.',
 *   input: z.object({ weightKg: z.number().positive().describe('Weight in kilograms.') }),
 *   readOnly: true,
 *   run: ({ weightKg }) => ({ euros: 4 + 2 * weightKg }),
 * });
 */
export function tool<Input extends ToolInput>(definition: ToolDefinition<Input>): Tool;
// Who calls a `Tool` hands over what its `input` made of the arguments, so no second parse here:
// it would apply the schema's transforms twice.
export function tool(definition: Tool): Tool {
  return definition;
}
