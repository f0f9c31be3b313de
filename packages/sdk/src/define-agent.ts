import {
  type AgentContext,
  CadenceError,
  type Plugin,
  type PluginAgent,
  type Problem,
} from '@cadence-agents/contracts';
import { z } from 'zod';
import { jsonSchemaRefusal, problemsInError, schemaProblem } from './schema-problem.ts';

/**
 * An agent: its prompt and its tools. They are checked at once; `details` of the error has every problem.
 *
 * @example
 * import { defineAgent, tool } from '@cadence-agents/sdk';
 * import { z } from 'zod';
 *
 * const agent = defineAgent({
 *   systemPrompt: 'You tell how long a text is. Count with word_count; never guess.',
 *   tools: [
 *     tool({
 *       name: 'word_count',
 *       description: 'Counts the words of a text.',
 *       input: z.object({ text: z.string() }),
 *       readOnly: true,
 *       run: ({ text }) => text.split(/\s+/).length,
 *     }),
 *   ],
 * });
 * console.log(agent.tools.map(({ name }) => name)); // [ 'word_count' ]
 */
export function defineAgent(agent: PluginAgent): PluginAgent {
  const problems = agentProblems(agent);
  if (problems.length === 0) return agent;
  throw new CadenceError('PLUGIN_INVALID', problems.map(({ message }) => message).join(' '), {
    hint: problems[0]?.hint,
    details: problems,
  });
}

/** The agent that a plugin creates, or everything that is wrong with it. */
export function createdAgent(
  createAgent: Plugin['createAgent'],
  context?: AgentContext,
): {
  agent?: PluginAgent;
  problems: Problem[];
} {
  try {
    const agent = createAgent(context);
    const problems = agentProblems(agent);
    return problems.length === 0 ? { agent, problems } : { problems };
  } catch (error) {
    return { problems: problemsInError(error) ?? [threw(error)] };
  }
}

function threw(error: unknown): Problem {
  return {
    severity: 'error',
    code: 'AGENT_FAILED',
    path: '$.createAgent()',
    message: `createAgent failed: ${error instanceof Error ? error.message : String(error)}`,
    hint: 'Let createAgent do nothing but return an agent; keep connections and keys for the tools.',
  };
}

const isFunction = (value: unknown) => typeof value === 'function';

// Strict, so that a misspelt option is an error and not ignored.
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

/** Everything wrong with the return value of a plugin's `createAgent`. */
function agentProblems(agent: unknown, root = '$.createAgent()'): Problem[] {
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
  if (parsed.success) {
    problems.push(...inputProblems(parsed.data.name, parsed.data.input, `${path}.input`));
    problems.push(...retryProblems(parsed.data, `${path}.retries`));
  }
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

/** A call that failed or timed out may have taken effect: only what does no harm twice may be tried twice. */
function retryProblems(
  { name, retries = 0, idempotent, readOnly }: z.infer<typeof toolSchema>,
  path: string,
): Problem[] {
  if (retries === 0 || idempotent || readOnly) return [];
  const message = `The tool "${name}" has retries, and does not say that a call can be repeated.`;
  const hint =
    'Set readOnly: true if it changes nothing, idempotent: true if it uses ctx.idempotencyKey or the like; else leave retries out.';
  return [{ severity: 'error', code: 'TOOL_RETRIES_UNSAFE', path, message, hint }];
}

function toolsOf(agent: unknown): readonly unknown[] {
  if (typeof agent !== 'object' || agent === null || !('tools' in agent)) return [];
  return Array.isArray(agent.tools) ? agent.tools : [];
}

function nameOf(tool: unknown): string | undefined {
  if (typeof tool !== 'object' || tool === null || !('name' in tool)) return undefined;
  return typeof tool.name === 'string' ? tool.name : undefined;
}

const wellFormed = /^[A-Za-z0-9_-]{1,64}$/;
const taken: ReadonlySet<string> = new Set(['route', 'end', 'back']);

/** Why a tool cannot be called that, if it cannot. */
function toolNameRefusal(name: string): string | undefined {
  if (!wellFormed.test(name)) return 'it must be 1 to 64 letters, digits, "_" or "-"';
  if (taken.has(name) || name.startsWith('goto_')) return 'Cadence uses this name to steer agents';
  return undefined;
}
