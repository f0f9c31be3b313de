// Runs the tool calls of one step, several at a time: checks arguments, applies timeouts and retries, masks secrets.
// A failure inside a tool becomes a tool message that a model can act on.
import {
  backoffMs,
  CadenceError,
  contentOf,
  type LedgerCall,
  type LedgerEntry,
  type OutgoingFetch,
  type Tool,
  type ToolCall,
  type ToolMessage,
  withTimeout,
} from '@cadence-agents/contracts';
import { z } from 'zod';
import type { EmitEvent } from '../events/emitter.ts';
import type { Log } from '../log.ts';
import { random } from '../machine.ts';
import { briefly, type Masking, maskError, redact } from '../masking/redact.ts';
import { directly, type Outside, type ToolOutcome } from '../outside.ts';
import { type KeepFile, keptResult } from './kept-result.ts';
import { boundedText } from './result-text.ts';
import { toolContext } from './tool-context.ts';

export interface ToolRunOptions {
  /** The tool of that name, if the caller may use it. */
  tool: (name: string) => Tool | undefined;
  /** Names to suggest when a call asks for a tool that does not exist. */
  available: readonly string[];
  concurrency: number;
  /** Id of the message that holds the calls: with it, a call id is unique in the conversation. */
  messageId: string;
  /** Why a call must not run, if it must not. */
  refusal?: (tool: Tool, call: ToolCall) => string | undefined;
  /** What a call gives without being run, where somebody has said so. */
  given?: (call: ToolCall) => string | undefined;
}

/** Records calls across crashes; a run kept in memory has none. */
export interface CallLedger {
  /** The record of an earlier attempt. */
  known(callKey: string): LedgerEntry | undefined;
  /** Records the call; what `tell` emits is stored in the same write. */
  started(call: LedgerCall, tell: () => void): Promise<void>;
  /** Records the outcome together with the step, or earlier when the step takes longer. */
  finished(call: LedgerCall, outcome: ToolOutcome, tell: () => void): void;
  /** For a call without a record: resolves when the step that asks for it is stored. */
  mayRepeat(): Promise<void>;
}

export interface ToolRunSetup {
  ledger?: CallLedger | undefined;
  runId: string;
  userId: string | undefined;
  conversationId: string | undefined;
  signal: AbortSignal;
  emit: EmitEvent;
  log: Log;
  newId: () => string;
  outside?: Outside | undefined;
  /** How tools call addresses that somebody chose. */
  fetch: OutgoingFetch;
  keepFile?: KeepFile | undefined;
  /** Applied to everything that a tool returns, before anything else sees it. */
  mask: Masking;
}

const DEFAULT_TIMEOUT_MS = 30_000;
const retryDelays = { firstMs: 200, longestMs: 5000 };

export async function runToolCalls(
  calls: readonly ToolCall[],
  options: ToolRunOptions,
  setup: ToolRunSetup,
): Promise<ToolMessage[]> {
  const results: ToolMessage[] = new Array(calls.length);
  // Made before any of them ends: which ends first is left to chance.
  const ids = calls.map(() => setup.newId());
  const writes: Promise<unknown>[] = [];
  const queue = calls.entries();
  const worker = async () => {
    for (const [index, call] of queue) {
      // What a model asks to read after a change is to be read after it, though reading needs no record first.
      const isRead = options.tool(call.name)?.readOnly === true;
      if (isRead) await Promise.allSettled(writes);
      const running = onceOnly(call, options, setup);
      if (!isRead) writes.push(running);
      results[index] = toolMessage(ids[index] ?? '', call, await running);
    }
  };
  await Promise.all(Array.from({ length: Math.min(options.concurrency, calls.length) }, worker));
  return results;
}

function toolMessage(id: string, call: ToolCall, { output, isError, files }: ToolOutcome): ToolMessage {
  return {
    id,
    role: 'tool',
    toolCallId: call.id,
    toolName: call.name,
    ...(files ? contentOf([{ type: 'text', text: output }, ...files]) : { content: output }),
    ...(isError && { isError }),
  };
}

/** Runs the call, unless the ledger has its result or cannot tell whether it took effect. */
async function onceOnly(call: ToolCall, options: ToolRunOptions, setup: ToolRunSetup): Promise<ToolOutcome> {
  const { emit } = setup;
  const tool = options.tool(call.name);
  // A call that may be repeated needs no record: the stored step is enough.
  const ledger = tool && mayRepeat(tool) ? undefined : setup.ledger;
  const callKey = `${options.messageId}:${call.id}`;
  const entry: LedgerCall = {
    callId: callKey,
    idempotencyKey: `${setup.runId}:${callKey}`,
    tool: call.name,
    fingerprint: `${call.name} ${JSON.stringify(call.args)}`,
  };
  const known = ledger?.known(callKey);
  if (known?.state === 'finished') {
    const { state: _, ...result } = known;
    return result;
  }
  if (known?.state !== 'unknown') {
    const tell = () => emit('on_tool_start', { tool: call.name, callId: call.id, input: call.args });
    if (ledger) {
      await ledger.started(entry, tell);
    } else {
      tell();
      if (!tool?.readOnly) await setup.ledger?.mayRepeat();
    }
  }
  const started = performance.now();
  const outcome =
    known?.state === 'unknown'
      ? failure(outcomeUnknown(call))
      : await (setup.outside ?? directly).callTool(
          call,
          tool,
          () => outcomeOf(call, options, setup),
          setup.signal,
        );
  const tell = () => emit('on_tool_end', { tool: call.name, callId: call.id, ...outcome });
  if (ledger) ledger.finished(entry, outcome, tell);
  else tell();
  setup.log.info('tool call finished', {
    runId: setup.runId,
    tool: call.name,
    callId: call.id,
    ok: !outcome.isError,
    ms: Math.round(performance.now() - started),
  });
  return outcome;
}

function outcomeUnknown({ name }: ToolCall): string {
  return `Outcome unknown: "${name}" was interrupted, and it cannot be told whether it took effect. Do not repeat it before that has been checked; tell the user.`;
}

async function outcomeOf(call: ToolCall, options: ToolRunOptions, setup: ToolRunSetup): Promise<ToolOutcome> {
  const tool = options.tool(call.name);
  if (!tool)
    return failure(`There is no tool "${call.name}". Available: ${options.available.join(', ') || 'none'}.`);
  const refused = options.refusal?.(tool, call);
  if (refused) return failure(refused);
  const given = options.given?.(call);
  if (given !== undefined) return { output: boundedText(given, setup.mask), isError: false };
  if (call.malformed !== undefined)
    return failure(`The arguments of "${call.name}" are not a JSON object. Send them again.`);
  const args = tool.input.safeParse(call.args);
  if (!args.success)
    return failure(`The arguments of "${call.name}" do not fit:\n${z.prettifyError(args.error)}`);
  return attempt(tool, call, args.data, { ...setup, messageId: options.messageId });
}

/** Whether a second call does no harm. */
const mayRepeat = ({ idempotent, readOnly }: Tool) => idempotent === true || readOnly === true;

type AttemptSetup = ToolRunSetup & { messageId: string };

async function attempt(tool: Tool, call: ToolCall, args: unknown, setup: AttemptSetup): Promise<ToolOutcome> {
  const { signal, mask } = setup;
  const attempts = 1 + (mayRepeat(tool) ? (tool.retries ?? 0) : 0);
  for (let number = 1; ; number++) {
    try {
      const result = await callOnce(tool, call, args, setup);
      return await keptResult(tool, result, setup);
    } catch (error) {
      if (signal.aborted) throw signal.reason;
      noteFailure(tool, call, number, error, setup);
      // What it returned will not be better the next time.
      const isLast = number >= attempts || isUnkept(error);
      if (isLast) return failure(mask(explain(tool, error)));
      await pause(backoffMs(number - 1, { ...retryDelays, random }), signal);
    }
  }
}

/** Throws the signal's reason as soon as it is aborted. */
async function pause(ms: number, signal: AbortSignal): Promise<void> {
  const over = Promise.withResolvers<void>();
  const timer = setTimeout(over.resolve, ms);
  const stop = () => over.resolve();
  signal.addEventListener('abort', stop, { once: true });
  await over.promise;
  clearTimeout(timer);
  signal.removeEventListener('abort', stop);
  signal.throwIfAborted();
}

async function callOnce(tool: Tool, call: ToolCall, args: unknown, setup: AttemptSetup): Promise<unknown> {
  const { runId, messageId, userId, conversationId, fetch, emit, log, mask } = setup;
  const { timeoutMs = DEFAULT_TIMEOUT_MS } = tool;
  const idempotencyKey = `${runId}:${messageId}:${call.id}`;
  let over = () => {};
  const run = (signal: AbortSignal) => {
    const own = { runId, signal, idempotencyKey, userId, conversationId, fetch, emit, log, mask };
    const { context, close } = toolContext(tool, own);
    over = close;
    return tool.run(args, context);
  };
  const limit = { signal: setup.signal, error: () => timedOut(timeoutMs) };
  return withTimeout(timeoutMs, run, limit).finally(() => over());
}

const isUnkept = (error: unknown) => CadenceError.is(error) && error.code === 'VALUE_NOT_STORABLE';

function noteFailure(
  tool: Tool,
  call: ToolCall,
  number: number,
  error: unknown,
  { runId, log, mask }: AttemptSetup,
): void {
  const where = { runId, tool: tool.name, callId: call.id, attempt: number };
  const masked = maskError(error, mask);
  log.warn('tool call failed', { ...where, reason: briefly(masked.message), error: masked });
}

const timedOut = (timeoutMs: number) =>
  new CadenceError('TOOL_TIMEOUT', `It took longer than ${timeoutMs} ms and was stopped.`);

/** What the model is told of a failure: our own words, never a stack or the message of another library. */
function explain(tool: Tool, error: unknown): string {
  if (CadenceError.is(error)) return redact(error.message, tool.redact);
  return `The tool "${tool.name}" failed. Try other arguments, or go on without it.`;
}

const failure = (output: string): ToolOutcome => ({ output, isError: true });
