// What a plan–execute–verify turn keeps between its nodes.
import type { JsonObject } from '@cadence/contracts';

export type Phase = 'plan' | 'execute' | 'verify' | 'generate';

/** One call of a plan. */
export interface PlannedCall {
  /** Its name in the plan. */
  id: string;
  tool: string;
  /** Texts may hold `{{id}}`, which becomes the result of that call. */
  args: JsonObject;
  /** Calls whose results it waits for. */
  after: string[];
}

/** A call of an earlier plan, for the planner not to repeat. */
export interface TriedCall {
  tool: string;
  args: JsonObject;
  outcome: string;
}

export interface Scratchpad {
  plan: PlannedCall[];
  /** The tool call of each planned call, once it was issued; several may share one. */
  calls: Record<string, string>;
  /** Why a tool call must not run, by its id. */
  refused: Record<string, string>;
  tried: TriedCall[];
  /** What the results leave open. */
  missing: string;
  /** What only the user can say. */
  question: string;
  /** Why the message was refused, in words for the user. */
  refusal: string;
}

export const blankScratchpad: Scratchpad = {
  plan: [],
  calls: {},
  refused: {},
  tried: [],
  missing: '',
  question: '',
  refusal: '',
};

/** Who is asking, as far as the nodes need to know. */
export interface UserContext {
  name?: string;
  roles: string[];
  /** Tools that may be used for this user; `null` when there is no restriction. */
  tools: string[] | null;
  preferences: JsonObject;
}
