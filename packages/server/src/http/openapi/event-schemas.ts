// What a run tells, as schemas. They describe and do not check: an event that was stored earlier stays as it was told.
import { type LiveEvent, type RunEventType, runEvents } from '@cadence-agents/contracts';
import { z } from 'zod';

const common = {
  runId: z.string(),
  node: z.string().nullable().describe('Name of the node that it belongs to; null for the run as a whole.'),
};

/** `on_run_start` is `OnRunStart`. */
const nameOf = (type: string) => type.replaceAll(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase());

const told = (type: RunEventType) =>
  z
    .object({
      seq: z.number().int().describe('Counts from 1 without gaps.'),
      time: z.string(),
      ...common,
      type: z.literal(type),
      data: runEvents[type].data,
    })
    .meta({ id: nameOf(type) });

const untold = { ...common, node: z.string() };

const live = (): z.ZodType<LiveEvent> =>
  z
    .discriminatedUnion('type', [
      z.object({
        ...untold,
        type: z.literal('on_chat_model_stream'),
        data: z.object({ chunk: z.string(), messageId: z.string(), offset: z.number().int() }),
      }),
      z.object({
        ...untold,
        type: z.literal('on_message_delta'),
        data: runEvents.on_message_delta.data,
      }),
    ])
    .meta({
      id: 'LiveText',
      description: 'A piece of text before it is stored: it has no number. The block that has it follows.',
    });

const isType = (type: string): type is RunEventType => type in runEvents;
const [first = 'on_run_start', ...others] = Object.keys(runEvents).filter(isType);

/** The schemas of the components that the endpoints only name. Made when they are asked for. */
export const eventSchemas: Readonly<Record<string, () => z.ZodType>> = {
  RunEvent: () => z.discriminatedUnion('type', [told(first), ...others.map(told)]),
  StreamedEvent: () => z.union([z.custom().meta({ id: 'RunEvent' }), live()]),
};
