// What a request asks of the reply, whichever of OpenAI's forms it has.
import type { OpenAiFunction, ReplyTerms } from '@cadence-agents/contracts';
import { isCheckable } from '@cadence-agents/engine';
import { invalidInput } from '../../app/invalid-input.ts';

/** What both forms of request come to. */
export interface AskedTerms {
  instructions?: string;
  tools: readonly OpenAiFunction[];
  toolChoice: ToolChoice | undefined;
  parallelToolCalls: boolean | null | undefined;
  format: AskedFormat | undefined;
  stop?: string | string[] | null | undefined;
  maxOutputTokens: number | null | undefined;
  temperature: number | null | undefined;
  topP: number | null | undefined;
  asked?: ReplyTerms['asked'];
}

/** The mode, and the functions that may be called where not all may. */
export interface ToolChoice {
  mode: 'none' | 'auto' | 'required';
  only?: readonly string[];
}

export interface AskedFormat {
  type: 'json_object' | 'json_schema';
  schema?: NonNullable<OpenAiFunction['parameters']> | undefined;
  description?: string | null | undefined;
  /** Where the schema stands in the request. */
  path: string;
}

/** The terms, `undefined` when nothing is asked for. */
export function readTerms(asked: AskedTerms): ReplyTerms | undefined {
  const { instructions = '', stop, maxOutputTokens, temperature, topP } = asked;
  const format = formatOf(asked.format);
  const terms: ReplyTerms = {
    ...(instructions.trim() !== '' && { instructions }),
    ...toolTerms(asked),
    ...(format && { format }),
    ...(stop && stop.length > 0 && { stop: typeof stop === 'string' ? [stop] : stop }),
    ...(typeof maxOutputTokens === 'number' && { maxOutputTokens }),
    ...(typeof temperature === 'number' && { temperature }),
    ...(typeof topP === 'number' && { topP }),
    ...(asked.asked && Object.keys(asked.asked).length > 0 && { asked: asked.asked }),
  };
  return Object.keys(terms).length === 0 ? undefined : terms;
}

function toolTerms({ tools, toolChoice, parallelToolCalls }: AskedTerms): ReplyTerms {
  if (tools.length === 0) {
    if (!toolChoice || toolChoice.mode === 'none') return {};
    throw invalidInput([{ path: 'body.tool_choice', message: 'is taken only with "tools"' }]);
  }
  const names = new Set(tools.map(({ name }) => name));
  if (names.size < tools.length)
    throw invalidInput([{ path: 'body.tools', message: 'must have names of their own' }]);
  const missing = toolChoice?.only?.find((name) => !names.has(name));
  if (missing !== undefined)
    throw invalidInput([{ path: 'body.tool_choice', message: `"${missing}" is not among the tools` }]);
  const only = toolChoice?.only && new Set(toolChoice.only);
  return {
    tools: tools.filter(({ name }) => only?.has(name) ?? true).map(toSpec),
    ...(toolChoice && toolChoice.mode !== 'auto' && { toolChoice: toolChoice.mode }),
    ...(parallelToolCalls === false && { oneCallAtATime: true }),
  };
}

const noArguments = { type: 'object', properties: {} };

const toSpec = ({ name, description, parameters, strict }: OpenAiFunction) => ({
  name,
  description: description ?? '',
  parameters: parameters ?? noArguments,
  ...(strict && { strict }),
});

function formatOf(format: AskedFormat | undefined): ReplyTerms['format'] {
  if (!format) return undefined;
  const { type, schema, description, path } = format;
  if (type === 'json_object' || !schema) return { type: 'object' };
  const problem = schemaProblem(schema);
  if (problem !== undefined) throw invalidInput([{ path, message: problem }]);
  return { type: 'schema', schema: description ? { description, ...schema } : schema };
}

/** Why answers cannot be checked against the schema, if they cannot. */
function schemaProblem(schema: NonNullable<AskedFormat['schema']>): string | undefined {
  if (schema.type !== 'object') return 'must be the schema of an object';
  return isCheckable(schema) ? undefined : 'is no JSON Schema that answers can be checked against';
}
