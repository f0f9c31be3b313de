import type { JsonObject, Tool, ToolSpec } from '@cadence-agents/contracts';
import { z } from 'zod';

const specs = new WeakMap<Tool, ToolSpec>();

/** A tool from what a model sees of it; it is not to be called unless it is given something to run. */
export function toolFromSpec(
  spec: ToolSpec & Pick<Tool, 'readOnly' | 'idempotent' | 'requiresApproval'>,
  run: Tool['run'] = () => Promise.reject(new Error(`"${spec.name}" is not here.`)),
): Tool {
  const { name, description, parameters, ...traits } = spec;
  const tool: Tool = { name, description, input: z.looseObject({}), run, ...traits };
  specs.set(tool, { name, description, parameters });
  return tool;
}

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
