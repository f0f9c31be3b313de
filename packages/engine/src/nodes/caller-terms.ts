// What the caller asks of the reply, put into the requests of the nodes that speak for the run.
import type { ModelRequest, ReplyTerms } from '@cadence-agents/contracts';
import { callerSection, joinSections } from '../prompts/prompt-sections.ts';
import { noTerms } from '../terms.ts';
import type { NodeContext } from './node-behaviour.ts';

/** The request with the caller's instructions, below those of the workflow. */
export function withInstructions(request: ModelRequest, { terms }: NodeContext): ModelRequest {
  if (terms.instructions === undefined) return request;
  return { ...request, system: joinSections(request.system, callerSection(terms.instructions)) };
}

/** The same, with all that is asked of the answer: for a node that may end the run with what it says. */
export function withAnswerTerms(request: ModelRequest, context: NodeContext): ModelRequest {
  const { terms } = context;
  if (terms === noTerms) return request;
  const { temperature, topP, stop, format, maxOutputTokens } = terms;
  const most = lesser(request.maxOutputTokens, lesser(maxOutputTokens, context.limits.maxOutputTokens));
  return {
    ...withInstructions(request, context),
    // What the workflow sets stands.
    ...(temperature !== undefined && request.temperature === undefined && { temperature }),
    ...(topP !== undefined && { topP }),
    ...(stop !== undefined && { stop }),
    ...(format && !request.responseSchema && { responseSchema: schemaOf(format) }),
    ...(maxOutputTokens !== undefined && most !== undefined && { maxOutputTokens: most }),
  };
}

const anyObject = { type: 'object' };

export const schemaOf = (format: NonNullable<ReplyTerms['format']>) =>
  format.type === 'object' ? anyObject : format.schema;

function lesser(one: number | undefined, other: number | null | undefined): number | undefined {
  if (one === undefined) return other ?? undefined;
  return other === undefined || other === null ? one : Math.min(one, other);
}
