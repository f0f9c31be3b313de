import { defineKind } from '@cadence-agents/contracts';
import { responderConfigSchema } from './config-fields.ts';

export const synthesizer = defineKind({
  type: 'SYNTHESIZER',
  title: 'Synthesizer',
  summary: 'Writes the answer from what the agents and tools found, in the tone asked for.',
  family: 'responder',
  config: responderConfigSchema,
});
