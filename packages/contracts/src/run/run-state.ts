// What a run knows: the messages of its conversation, and the turn. Stored after every step, and checked when it is read.
import { z } from 'zod';
import { type messageSchema, toolCallSchema } from './message.ts';
import { runCountersSchema, runStatusSchema } from './run-event.ts';
import { toneSchema } from './tone.ts';
import { usageSchema } from './usage.ts';

const handoffSchema = z.object({
  id: z.string(),
  nodeId: z.string(),
  question: z.string(),
  choices: z.array(z.string()).exactOptional(),
  /** The answer has to be one of the choices. */
  mustChoose: z.boolean().exactOptional(),
  /** The calls that wait for approval, or for the caller. */
  calls: z.array(toolCallSchema).exactOptional(),
  /** The calls are of the caller's own tools: it has to say what came of them. */
  forCaller: z.boolean().exactOptional(),
  /** The run was told to pause before the node; any answer has it go on. */
  pause: z.literal(true).exactOptional(),
});
/** A question that waits for a person. */
export type Handoff = z.infer<typeof handoffSchema>;

const pluginContextSchema = z.object({
  /** Id of the node the last agent hop led to. */
  lastRoutedAgent: z.string().nullable(),
  sameAgentConsecutiveRoutes: z.number().int(),
  /** Names of the agents, in the order in which they were sent off. */
  routingHistory: z.array(z.string()),
});
/** Who was sent off in this turn. */
export type PluginContext = z.infer<typeof pluginContextSchema>;

export const limitNameSchema = z.enum([
  'maxSteps',
  'maxAgentHops',
  'maxToolHops',
  'maxSameAgentRoutes',
  'maxTokens',
  'timeoutMs',
  /** Not a number to set: the run went round in a circle. */
  'cycle',
]);
export type LimitName = z.infer<typeof limitNameSchema>;

/** What the nodes of one kind, or of one family, keep for each other; see `defineSlot` in the engine. */
const slotSchema = z.object({ version: z.number().int(), value: z.record(z.string(), z.unknown()) });
export type StoredSlot = z.infer<typeof slotSchema>;

export const turnStateSchema = z.object({
  runId: z.string(),
  tone: toneSchema,
  /** Id of the node to run next: where a turn starts, or goes on. */
  at: z.string(),
  counters: runCountersSchema,
  usage: usageSchema,
  /** Id of the agent node whose tool calls are being carried out. */
  caller: z.string().nullable(),
  /** Name of the agent at work, or that worked last. */
  currentAgent: z.string().nullable(),
  pluginContext: pluginContextSchema,
  /** The limit that was hit, once one was. */
  limit: limitNameSchema.nullable(),
  /** Why control came to the present node, in the words of the one who sent it. */
  handedOver: z.object({ from: z.string(), reason: z.string() }).nullable(),
  answer: z.string(),
  /** The structured part of the answer, where one was asked for. */
  structured: z.json().nullable(),
  /** `running` until the turn has ended. */
  status: z.enum([...runStatusSchema.options, 'running']),
  handoff: handoffSchema.nullable(),
  /** Set for the one step that takes up a person's answer. */
  handoffAnswer: z
    .object({
      text: z.string(),
      label: z.string().exactOptional(),
      args: z.record(z.string(), z.record(z.string(), z.json())).exactOptional(),
      declined: z.record(z.string(), z.string()).exactOptional(),
      results: z.record(z.string(), z.string()).exactOptional(),
    })
    .nullable(),
  error: z.object({ code: z.string(), message: z.string(), hint: z.string().exactOptional() }).nullable(),
  /** What was said in messages that are no longer there. It outlives the turn. */
  summary: z.string().default(''),
  /** By name. */
  slots: z.record(z.string(), slotSchema),
});
/** Small, and new with every turn. */
export type TurnState = z.infer<typeof turnStateSchema>;

export interface RunState {
  messages: z.infer<typeof messageSchema>[];
  turn: TurnState;
}

/** What a step does to the messages: one with a known id takes that one's place, `remove` takes it out. */
export type MessageUpdate = z.infer<typeof messageSchema> | { id: string; role: 'remove' };

/**
 * Grows when what is stored already means something else; `storage` upgrades older states as it reads them, and programs
 * that know only an older version refuse them. A field that is added needs no new version where it has a default: older
 * states are read with that, and older programs carry the field on unread. They do so into later turns too, so what
 * must be new with every turn belongs in a slot.
 */
export const STATE_VERSION = 1;
