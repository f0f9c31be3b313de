// The tools by which a model steers: `route` picks the next node, `end` closes the conversation, `back` returns to
// the coordinator, `goto_…` sends an agent off. They are read off the reply, never executed and never stored, so no
// later prompt carries them.
import { END_LABEL, type ToolCall, type ToolSpec } from '@cadence/contracts';
import { z } from 'zod';
import { defineSlot } from '../slot.ts';

const ROUTE = 'route';
const END = 'end';
const BACK = 'back';
const GOTO = 'goto_';

/** What a coordinator chose, until its control tools have carried it out. */
export const gotoSlot = defineSlot({
  name: 'goto',
  version: 1,
  schema: z.object({ label: z.string().nullable() }),
  initial: { label: null },
});

const reason = { type: 'string', description: 'Why, and what they should do, in one sentence.' };

export function routeTool(labels: readonly string[]): ToolSpec {
  return {
    name: ROUTE,
    description: 'Hand the conversation over. Call it alone, after saying what you have to say.',
    parameters: {
      type: 'object',
      properties: { next: { type: 'string', enum: [...labels], description: 'Who goes on.' }, reason },
      required: ['next'],
      additionalProperties: false,
    },
  };
}

export const endTool: ToolSpec = {
  name: END,
  description: 'Close the conversation once the request has been dealt with.',
  parameters: {
    type: 'object',
    properties: { answer: { type: 'string', description: 'Your last words to the user, if not said yet.' } },
    additionalProperties: false,
  },
};

export const backTool: ToolSpec = {
  name: BACK,
  description: 'Return to the coordinator.',
  parameters: { type: 'object', properties: {} },
};

/** The tool that sends an agent off, or finalises. */
export function gotoTool(label: string, description: string): ToolSpec {
  return {
    name: `${GOTO}${label}`,
    description,
    parameters: { type: 'object', properties: { reason: { type: 'string' } } },
  };
}

export interface Choice {
  label: string | null;
  reason?: string;
  /** Last words given with `end`. */
  answer?: string;
  otherCalls: ToolCall[];
}

/** Splits a reply's calls into the way chosen and the rest; the first choice counts. */
export function readChoice(calls: readonly ToolCall[], backLabel?: string): Choice {
  const choice: Choice = { label: null, otherCalls: [] };
  for (const call of calls) {
    if (call.name === ROUTE) {
      const { next, reason: why } = call.args;
      if (choice.label === null && typeof next === 'string') {
        choice.label = next;
        if (typeof why === 'string') choice.reason = why;
      }
    } else if (call.name === END) {
      const { answer } = call.args;
      choice.label ??= END_LABEL;
      if (typeof answer === 'string') choice.answer = answer;
    } else if (call.name === BACK && backLabel !== undefined) choice.label ??= backLabel;
    else choice.otherCalls.push(call);
  }
  return choice;
}

/** The first `goto_…` among the calls: what it names, why, and how many there were. */
export function readGoto(
  calls: readonly ToolCall[],
): { label: string; reason?: string; count: number } | undefined {
  const gotos = calls.filter((call) => call.name.startsWith(GOTO));
  const [first] = gotos;
  if (!first) return undefined;
  const { reason: why } = first.args;
  const label = first.name.slice(GOTO.length);
  return { label, count: gotos.length, ...(typeof why === 'string' && { reason: why }) };
}
