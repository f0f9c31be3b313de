import {
  CadenceError,
  degradedReasonSchema,
  endpoints,
  newMessageSchema,
  type RunEvent,
  type RunRecord,
} from '@cadence-agents/contracts';
import type { CallToolResult } from '@modelcontextprotocol/server';
import { z } from 'zod';
import type { Principal } from '../../app/access/principal.ts';
import type { AppContext } from '../../app/app-context.ts';
import { findConversation } from '../../app/conversations.ts';
import { answerWaiting, type StartedRun, type WaitingRun, waitingRun } from '../../app/handoffs.ts';
import { cancelRun, followRun, waitForRun } from '../../app/runs.ts';
import { sendMessage } from '../../app/send-message.ts';

const { message, tone } = newMessageSchema.shape;

export const askInputSchema = z.strictObject({
  message: message.describe(
    'What to say, or what a person says to the question that the conversation waits with.',
  ),
  conversationId: endpoints.getConversation.params.shape.id
    .optional()
    .describe('The conversation to go on with, from an earlier answer; a new one when absent.'),
  tone,
});

export const askOutputSchema = z.object({
  answer: z.string(),
  conversationId: z.string(),
  runId: z.string(),
  status: z.string().describe('completed, suspended, awaiting_human, failed or cancelled'),
  degraded: z
    .array(degradedReasonSchema)
    .optional()
    .describe('Why the answer is poorer than it should be, as `answer_cut` when it breaks off.'),
  handoff: z
    .object({ id: z.string(), question: z.string(), choices: z.array(z.string()) })
    .optional()
    .describe('What a person has to answer before it goes on.'),
});

/** What goes on around one call. */
export interface CallSurroundings {
  context: AppContext;
  principal: Principal;
  /** Aborted when the client cancels the call. */
  signal: AbortSignal;
  /** Tells the client what is going on; does nothing when it did not ask. */
  progress: (message: string) => void;
}

/** Sends the message, or answers with it what the conversation waits for, and follows the run to its end. */
export async function askWorkflow(
  workflowId: string,
  { conversationId, ...said }: z.output<typeof askInputSchema>,
  around: CallSurroundings,
): Promise<CallToolResult> {
  const { context, principal } = around;
  if (conversationId !== undefined) {
    await findConversation(context, principal, conversationId);
    const waiting = await waitingRun(context, principal, conversationId);
    if (waiting) return answerWith(said.message, waiting, around);
  }
  const run = await sendMessage(context, principal, {
    message: said.message,
    workflowId,
    ...(conversationId !== undefined && { conversationId }),
    ...(said.tone && { tone: said.tone }),
  });
  return followed({ run, afterSeq: 0 }, around);
}

/** Goes on with what a person said when the client asked. */
export async function goOnWith(
  { message: text, conversationId }: { message: string; conversationId: string },
  around: CallSurroundings,
): Promise<CallToolResult> {
  const waiting = await waitingRun(around.context, around.principal, conversationId);
  if (waiting) return answerWith(text, waiting, around);
  throw new CadenceError('HANDOFF_NOT_FOUND', 'The question was answered by somebody else.', {
    hint: 'Send a message with the conversationId to go on.',
  });
}

/** What a person said to the question that a run waits with. */
async function answerWith(
  text: string,
  waiting: WaitingRun,
  around: CallSurroundings,
): Promise<CallToolResult> {
  const { run, handoff } = waiting;
  const { choices = [], mustChoose = false, forCaller = false } = handoff;
  if (forCaller || text === '') return runResult(run);
  // Whoever asks how it goes has not decided anything.
  if (mustChoose && !choices.includes(text.trim()))
    return runResult(run, 'The message was not taken: it is none of the choices.');
  return followed(await answerWaiting(around.context, around.principal, waiting, { text }), around);
}

/** Tells of the progress from there on, and answers with the end of the run, or with what it waits for. */
async function followed(
  { run, afterSeq }: StartedRun,
  { context, principal, signal, progress }: CallSurroundings,
): Promise<CallToolResult> {
  const cancel = () => void cancelRun(context, principal, run).catch(() => {});
  signal.addEventListener('abort', cancel, { once: true });
  if (signal.aborted) cancel();
  try {
    for await (const event of followRun(context, run, { afterSeq })) {
      const told = progressOf(event);
      if (told) progress(told);
    }
    return runResult(await waitForRun(context, run));
  } finally {
    signal.removeEventListener('abort', cancel);
  }
}

function progressOf(event: RunEvent): string | undefined {
  if (event.type === 'on_node_start') return event.node ?? undefined;
  return event.type === 'on_tool_start' ? `${event.node}: ${event.data.tool}` : undefined;
}

function runResult(
  { id, conversationId, status, answer, degraded, handoff }: RunRecord,
  note = '',
): CallToolResult {
  const choices = handoff?.choices ?? [];
  const structuredContent: z.input<typeof askOutputSchema> = {
    answer,
    conversationId,
    runId: id,
    status,
    ...(degraded.length > 0 && { degraded }),
    ...(handoff && { handoff: { id: handoff.id, question: handoff.question, choices } }),
  };
  const isError = status === 'failed' || status === 'cancelled';
  return { content: [{ type: 'text', text: said() }], structuredContent, ...(isError && { isError }) };

  function said(): string {
    if (handoff) {
      const options = choices.length > 0 ? ` (${choices.join(', ')})` : '';
      const how = `The hand-off is "${handoff.id}". What the person says goes on with it: send it as the message, with this conversationId.`;
      return `This waits for a person to answer: ${handoff.question}${options}\n${how}\n${note}`.trimEnd();
    }
    return status === 'cancelled' ? 'The run was cancelled.' : answer;
  }
}
