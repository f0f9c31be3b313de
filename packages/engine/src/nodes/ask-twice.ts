import { CadenceError, type ModelReply, type ModelRequest } from '@cadence-agents/contracts';
import { ASIDE_ID } from '../window/context-window.ts';
import { whyUnreadable } from './call-model.ts';
import type { NodeContext } from './node-behaviour.ts';

/** What could be made of a reply. With problems, the model is asked again. */
export interface Reading<Value> {
  value: Value;
  problems: readonly string[];
}

/** The request with a last message that says what was wrong, if something was. It is never stored. */
export function withCorrection(request: ModelRequest, content: string): ModelRequest {
  if (content === '') return request;
  return { ...request, messages: [...request.messages, { id: ASIDE_ID, role: 'user', content }] };
}

interface Asking<Value, Reply> {
  /** `correction` is empty the first time, and is to be part of the request the second. */
  ask: (correction: string) => Promise<Reply>;
  read: (reply: Reply) => Reading<Value>;
  /** What the model can do, in words for it. */
  options: string;
  /** The status under which the event tells that a reply could not be used. */
  status?: string;
}

/**
 * Asks a model, and once more when its reply cannot be used: in one message that says everything that is wrong and
 * everything that it can do. `first` is there when it was asked again and its first reply could be read at all.
 */
export async function askTwice<Value, Reply extends ModelReply>(
  context: NodeContext,
  { ask, read, options, status = 'reply_unusable' }: Asking<Value, Reply>,
): Promise<{ last: Reading<Value>; first?: Reading<Value> }> {
  const first = await attempt(context, () => ask(''), read);
  if (first.reading && first.reading.problems.length === 0) return { last: first.reading };
  context.emit('on_custom_event', { status, problems: [...first.problems] });
  const { reading } = first;
  const second = await attempt(context, () => ask(correctionOf(first, options)), read).catch((error) => {
    // What could be read of the first reply is better than nothing.
    if (reading) return noted(context, error);
    throw error;
  });
  if (second.reading) return { last: second.reading, ...(reading && { first: reading }) };
  if (reading) return { last: reading };
  throw second.error;
}

function noted({ signal, log, where, emit }: NodeContext, thrown: unknown): Attempt<never> {
  const error = CadenceError.from(thrown);
  // Out of time, stopped, or at a limit: that is for the run to deal with.
  if (signal.aborted || !error.code.startsWith('MODEL_')) throw thrown;
  const { code, message, hint } = error;
  // Stopped, or at a limit: that is for the run to deal with.
  if (signal.aborted || code === 'TOKENS_USED_UP') throw thrown;
  log.error('correction failed', { ...where, code, error });
  emit('on_error', { code, message, ...(hint && { hint }) });
  return { said: '', problems: [], error };
}

interface Attempt<Value> {
  said: string;
  problems: readonly string[];
  reading?: Reading<Value>;
  error?: unknown;
}

/** A reply that cannot be read is one that cannot be used; any other failure is the caller's. */
async function attempt<Value, Reply extends ModelReply>(
  { signal }: NodeContext,
  ask: () => Promise<Reply>,
  read: (reply: Reply) => Reading<Value>,
): Promise<Attempt<Value>> {
  try {
    const reply = await ask();
    const reading = read(reply);
    return { said: reply.content, problems: reading.problems, reading };
  } catch (error) {
    const problem = whyUnreadable(error);
    if (signal.aborted || problem === undefined) throw error;
    return { said: '', problems: [problem], error };
  }
}

const MOST_QUOTED = 600;

function correctionOf({ said, problems }: Attempt<unknown>, options: string): string {
  return [
    'Your last reply could not be used.',
    said.trim() && `It was:\n${said.slice(0, MOST_QUOTED).toWellFormed()}`,
    `What is wrong with it:\n${problems.map((problem) => `- ${problem}`).join('\n')}`,
    options,
  ]
    .filter(Boolean)
    .join('\n');
}
