import { z } from 'zod';
import { type ChatRequest, chatRequestSchema } from './chat-request.ts';
import { sequenceProblem } from './sequence-problem.ts';

/** The request, or why the real API would answer 400 to it. */
export function readChatRequest(body: unknown): { request: ChatRequest } | { problem: string } {
  const parsed = chatRequestSchema.safeParse(body);
  if (!parsed.success) return { problem: z.prettifyError(parsed.error) };
  const request = parsed.data;
  if (request.tool_choice !== undefined && !request.tools) {
    return { problem: '"tool_choice" is given, but no "tools".' };
  }
  const problem = sequenceProblem(request.messages);
  return problem === undefined ? { request } : { problem };
}
