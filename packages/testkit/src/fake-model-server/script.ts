import { z } from 'zod';
import { type Behaviour, behaviourSchema } from './behaviour.ts';

const queueSchema = z
  .array(z.union([z.string().transform((text): Behaviour => ({ kind: 'reply', text })), behaviourSchema]))
  .refine((queue) => queue.slice(0, -1).every((behaviour) => !behaviour.repeat), {
    message: 'Only the last behaviour of a queue may repeat: what follows it would never be reached.',
  });

export const scriptSchema = z.strictObject({
  /** For requests whose model has no queue of its own. */
  queue: queueSchema.optional(),
  models: z.record(z.string(), queueSchema).optional(),
});

/** Queues of behaviours, consumed one a request; a plain string is a reply's text. */
export type ServerScript = z.input<typeof scriptSchema>;

export interface ScriptQueues {
  load(script: z.output<typeof scriptSchema>): void;
  /** `undefined` when nothing is left to do for this model. */
  next(model: string): Behaviour | undefined;
}

export function scriptQueues(): ScriptQueues {
  let shared: Behaviour[] = [];
  let byModel = new Map<string, Behaviour[]>();
  return {
    load(script) {
      shared = [...(script.queue ?? [])];
      byModel = new Map(Object.entries(script.models ?? {}).map(([model, queue]) => [model, [...queue]]));
    },
    next(model) {
      const queue = byModel.get(model) ?? shared;
      return queue[0]?.repeat ? queue[0] : queue.shift();
    },
  };
}
