// The tools by which an agent steers: `route` picks the next node, `end` closes the conversation.
// They are read off the reply, never executed and never stored, so no later prompt carries them.
import { END_LABEL, type ToolCall, type ToolSpec } from '@cadence/contracts';

const ROUTE = 'route';
const END = 'end';

export function routeTool(labels: readonly string[]): ToolSpec {
  return {
    name: ROUTE,
    description: 'Hand the conversation over. Call it alone, after saying what you have to say.',
    parameters: {
      type: 'object',
      properties: {
        next: { type: 'string', enum: [...labels], description: 'Who goes on.' },
        reason: { type: 'string', description: 'Why, and what they should do, in one sentence.' },
      },
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

export interface Choice {
  label: string | null;
  reason?: string;
  /** Last words given with `end`. */
  answer?: string;
  otherCalls: ToolCall[];
}

/** Splits a reply's calls into the way chosen and the rest; the first choice counts. */
export function readChoice(calls: readonly ToolCall[]): Choice {
  const choice: Choice = { label: null, otherCalls: [] };
  for (const call of calls) {
    if (call.name === ROUTE) {
      const { next, reason } = call.args;
      if (choice.label === null && typeof next === 'string') {
        choice.label = next;
        if (typeof reason === 'string') choice.reason = reason;
      }
    } else if (call.name === END) {
      const { answer } = call.args;
      choice.label ??= END_LABEL;
      if (typeof answer === 'string') choice.answer = answer;
    } else choice.otherCalls.push(call);
  }
  return choice;
}
