import type { Problem } from '@cadence/contracts';
import { z } from 'zod';
import { jsonSchemaRefusal } from './json-schema-refusal.ts';
import { schemaProblem } from './schema-problem.ts';
import { toolNameRefusal } from './tool-name.ts';

const isFunction = (value: unknown) => typeof value === 'function';

// Strict, so that a misspelt option is told instead of ignored.
const toolSchema = z.strictObject({
  name: z.string(),
  description: z.string().min(1).max(2000),
  input: z.custom<z.ZodType>((value) => value instanceof z.ZodType, 'must be a zod schema'),
  run: z.custom(isFunction, 'must be a function'),
  warmUp: z.custom<() => void>(isFunction, 'must be a function').optional(),
  timeoutMs: z.number().int().positive().optional(),
  retries: z.number().int().nonnegative().optional(),
  idempotent: z.boolean().optional(),
  readOnly: z.boolean().optional(),
  requiresApproval: z.boolean().optional(),
  redact: z.union([z.array(z.instanceof(RegExp)), z.custom(isFunction)]).optional(),
});

const agentSchema = z.strictObject({
  systemPrompt: z.string().refine((text) => text.trim() !== '', 'must not be empty'),
  tools: z.array(z.unknown()),
});

/** Everything wrong with what a plugin's `createAgent` returned; `root` says where it stands. */
export function agentProblems(agent: unknown, root = '$.createAgent()'): Problem[] {
  const parsed = agentSchema.safeParse(agent);
  const problems = (parsed.error?.issues ?? []).map((issue) =>
    schemaProblem(issue, 'AGENT_INVALID', root, 'Return defineAgent({ systemPrompt, tools }).'),
  );
  const tools = toolsOf(agent);
  return [...problems, ...tools.flatMap((tool, index) => toolProblems(tool, index, tools, root))];
}

function toolProblems(tool: unknown, index: number, all: readonly unknown[], root: string): Problem[] {
  const path = `${root}.tools[${index}]`;
  const parsed = toolSchema.safeParse(tool);
  const problems = (parsed.error?.issues ?? []).map((issue) =>
    schemaProblem(issue, 'TOOL_INVALID', path, 'See the fields of `tool({ … })`.'),
  );
  const name = nameOf(tool);
  if (name !== undefined) problems.push(...nameProblems(name, `${path}.name`));
  if (name !== undefined && all.findIndex((other) => nameOf(other) === name) < index) {
    problems.push({
      severity: 'error',
      code: 'TOOL_NAME_TWICE',
      path: `${path}.name`,
      message: `Two tools are called "${name}".`,
      hint: 'Give each tool of the agent a name of its own.',
    });
  }
  if (parsed.success) problems.push(...inputProblems(parsed.data.name, parsed.data.input, `${path}.input`));
  return problems;
}

function nameProblems(name: string, path: string): Problem[] {
  const refusal = toolNameRefusal(name);
  if (refusal === undefined) return [];
  const message = `A tool cannot be called "${name}": ${refusal}.`;
  const hint = 'Call it by what it does, as "convert_units".';
  return [{ severity: 'error', code: 'TOOL_NAME_INVALID', path, message, hint }];
}

function inputProblems(name: string, input: z.ZodType, path: string): Problem[] {
  const refusal = jsonSchemaRefusal(input, true);
  if (refusal === undefined) return [];
  const message = `The input of "${name}" cannot be shown to a model: ${refusal}.`;
  const hint = 'Use z.object({ … }) with what JSON can express: a date, say, as z.iso.date().';
  return [{ severity: 'error', code: 'TOOL_INPUT_INVALID', path, message, hint }];
}

function toolsOf(agent: unknown): readonly unknown[] {
  if (typeof agent !== 'object' || agent === null || !('tools' in agent)) return [];
  return Array.isArray(agent.tools) ? agent.tools : [];
}

function nameOf(tool: unknown): string | undefined {
  if (typeof tool !== 'object' || tool === null || !('name' in tool)) return undefined;
  return typeof tool.name === 'string' ? tool.name : undefined;
}
