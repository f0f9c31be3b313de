import type { JsonObject, Tool, ToolSpec } from '@cadence/contracts';
import { z } from 'zod';

const specs = new WeakMap<Tool, ToolSpec>();

/** A tool as a model sees it; cached by tool. */
export function toolSpec(tool: Tool): ToolSpec {
  let spec = specs.get(tool);
  if (!spec) {
    const { $schema: _, ...parameters } = z.toJSONSchema(tool.input, { io: 'input' });
    spec = { name: tool.name, description: tool.description, parameters: parameters as JsonObject };
    specs.set(tool, spec);
  }
  return spec;
}
