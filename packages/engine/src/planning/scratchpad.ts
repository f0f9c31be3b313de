// What the nodes of plan–execute–verify keep for each other during a turn.
import { z } from 'zod';
import { defineSlot } from '../slot.ts';

const jsonObject = z.record(z.string(), z.json());

const plannedCallSchema = z.object({
  /** Its name in the plan. */
  id: z.string(),
  tool: z.string(),
  /** Texts may hold `{{id}}`, which becomes the result of that call. */
  args: jsonObject,
  /** Calls whose results it waits for. */
  after: z.array(z.string()),
});
/** One call of a plan. */
export type PlannedCall = z.infer<typeof plannedCallSchema>;

const triedCallSchema = z.object({ tool: z.string(), args: jsonObject, outcome: z.string() });
/** A call of an earlier plan, for the planner not to repeat. */
export type TriedCall = z.infer<typeof triedCallSchema>;

const scratchpadSchema = z.object({
  plan: z.array(plannedCallSchema),
  /** The tool call that brings the result of a planned one, once it was handed out; several may share one. */
  calls: z.record(z.string(), z.string()),
  /** Why a tool call must not be carried out, by its id. */
  refused: z.record(z.string(), z.string()),
  tried: z.array(triedCallSchema),
  /** Calls that were planned and could not be made, in words. */
  undone: z.array(z.string()),
  /** What the results leave open. */
  missing: z.string(),
  /** What only the user can say. */
  question: z.string(),
  /** Why the message was not taken on, in words for the user. */
  refusal: z.string(),
});
export type Scratchpad = z.infer<typeof scratchpadSchema>;

export const blankScratchpad: Scratchpad = {
  plan: [],
  calls: {},
  refused: {},
  tried: [],
  undone: [],
  missing: '',
  question: '',
  refusal: '',
};

const userContextSchema = z.object({
  name: z.string().optional(),
  roles: z.array(z.string()),
  /** Tools that may be used for this user; `null` when there is no restriction. */
  tools: z.array(z.string()).nullable(),
  preferences: jsonObject,
});
/** Who is asking, as far as the nodes need to know. */
export type UserContext = z.infer<typeof userContextSchema>;

const planSchema = z.object({
  phase: z.enum(['plan', 'execute', 'verify', 'generate']).nullable(),
  scratchpad: scratchpadSchema,
  /** Plans made after the first one. */
  retryCount: z.number().int(),
  userContext: userContextSchema.nullable(),
});

export const planSlot = defineSlot({
  name: 'plan',
  version: 2,
  schema: planSchema,
  // Version 1 did not keep what could not be made.
  upgrade: (value) => {
    const before = z.looseObject({ scratchpad: z.looseObject({}) }).parse(value);
    return { ...before, scratchpad: { ...before.scratchpad, undone: [] } };
  },
  initial: { phase: null, scratchpad: blankScratchpad, retryCount: 0, userContext: null },
});
