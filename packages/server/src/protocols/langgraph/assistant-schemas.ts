import { toneSchema } from '@cadence/contracts';

const messages = {
  type: 'array',
  items: {
    type: 'object',
    required: ['type', 'content'],
    properties: {
      type: { enum: ['human', 'ai', 'tool', 'system'] },
      content: { type: 'string' },
      id: { type: 'string' },
    },
  },
};
const input = { type: 'object', title: 'Input', required: ['messages'], properties: { messages } };
const state = {
  type: 'object',
  title: 'State',
  required: ['messages'],
  properties: { messages, answer: { type: 'string' }, structured: {} },
};
const configurable = {
  type: 'object',
  title: 'Configurable',
  properties: { tone: { enum: toneSchema.options }, model: { type: 'string' } },
};

/** The same for all workflows: messages in, messages and an answer out. */
export function schemasOf(graphId: string) {
  return {
    graph_id: graphId,
    input_schema: input,
    output_schema: state,
    state_schema: state,
    config_schema: configurable,
    context_schema: configurable,
  };
}
