import type { z } from 'zod';
import type { JsonValue } from '../json/json.ts';

/** Like the global `fetch`; bodies are texts or bytes. */
export type OutgoingFetch = (url: string | URL, init?: RequestInit) => Promise<Response>;

/** What a tool's `run` is handed beside its arguments. */
export interface ToolContext {
  /** Aborted when the call times out or the run is cancelled. */
  signal: AbortSignal;
  /** The same for every attempt at one call, also after a restart. */
  idempotencyKey: string;
  userId: string | undefined;
  conversationId: string | undefined;
  /**
   * For addresses that a user, a model or a document chose: calls public ones, and those that `CADENCE_ALLOWED_HOSTS`
   * names, also after redirects. Replies are bounded, and it is aborted with the call.
   */
  fetch: OutgoingFetch;
  log: (message: string, fields?: Record<string, JsonValue>) => void;
  /** Sends an `on_custom_event` to whoever follows the run. */
  emit: (data: Record<string, JsonValue>) => void;
}

/** Something an agent can call. Results are text, or JSON that is shown to the model as text. */
export interface Tool {
  name: string;
  description: string;
  input: z.ZodType;
  run: (args: unknown, context: ToolContext) => Promise<JsonValue> | JsonValue;
  /**
   * Called each time a model is about to be offered the tool: starts what takes a while, so that it is ready when the
   * tool is called. It is not waited for, and its failure is ignored.
   */
  warmUp?: () => void;
  /** Default 30 000. */
  timeoutMs?: number;
  /** Further attempts after a failure, of a tool that is `idempotent` or `readOnly`. Default 0. */
  retries?: number;
  /** A call that can be repeated without harm. Default false. */
  idempotent?: boolean;
  /** A call that changes nothing anywhere, so that nothing has to be stored before it. Default false. */
  readOnly?: boolean;
  requiresApproval?: boolean;
  /** Its results are others' words, as those of a web search: a policy can keep them from tools with effects. */
  untrusted?: boolean;
  /** Patterns whose matches are masked in the result, or a function that masks it. */
  redact?: readonly RegExp[] | ((output: string) => string);
}
