// The question of a run that waits for a person, put to the person who sits at the client: by clients that can, in the
// protocol that lets a call be made again with what was asked for.
import {
  type CallToolResult,
  CLIENT_CAPABILITIES_META_KEY,
  type InputRequiredResult,
  inputRequired,
  inputResponse,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { z } from 'zod';
import { askOutputSchema } from './ask-workflow.ts';

type Call = ServerContext['mcpReq'];

const KEY = 'answer';
const answerSchema = z.object({ answer: z.string().min(1) });
/** A client that can ask its user says so with every request. */
const askingSchema = z.object({ [CLIENT_CAPABILITIES_META_KEY]: z.object({ elicitation: z.object({}) }) });
const waitingSchema = askOutputSchema.required({ handoff: true });

/** What the person said, as a message to the conversation that waits. Which one that is, the client's rights decide. */
export function elicitedAnswer(call: Call): { message: string; conversationId: string } | undefined {
  const conversationId = call.requestState();
  const view = inputResponse(call.inputResponses, KEY);
  if (typeof conversationId !== 'string' || view.kind !== 'elicit') return undefined;
  const said = answerSchema.safeParse(view.content).data?.answer;
  // Whoever declines has not answered: the question stands.
  return { conversationId, message: view.action === 'accept' ? (said ?? '') : '' };
}

/** Asks the person, if the run waits for one and the client can ask. */
export function elicited(
  result: CallToolResult,
  { envelope, inputResponses }: Call,
): CallToolResult | InputRequiredResult {
  const waiting = waitingSchema.safeParse(result.structuredContent).data;
  const canAsk = askingSchema.safeParse(envelope).success;
  const view = inputResponse(inputResponses, KEY);
  const wasDeclined = view.kind === 'elicit' && view.action !== 'accept';
  if (!waiting || !canAsk || wasDeclined) return result;
  const { question, choices } = waiting.handoff;
  const answer = {
    type: 'string' as const,
    title: 'Your answer',
    ...(choices.length > 0 && { enum: choices }),
  };
  return inputRequired({
    inputRequests: {
      [KEY]: inputRequired.elicit({
        message: question,
        requestedSchema: { type: 'object', properties: { answer }, required: ['answer'] },
      }),
    },
    requestState: waiting.conversationId,
  });
}
