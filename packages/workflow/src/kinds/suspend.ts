import { defineKind } from '@cadence-agents/contracts';
import { responderConfigSchema } from './config-fields.ts';

export const suspend = defineKind({
  type: 'SUSPEND',
  title: 'Suspend',
  summary: 'Writes what can be said when a limit was hit. A run that hits one comes here.',
  family: 'responder',
  icon: 'circle-pause',
  servesLimits: true,
  config: responderConfigSchema,
});
