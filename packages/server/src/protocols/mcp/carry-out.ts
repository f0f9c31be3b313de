import { CadenceError, type Tool as CadenceTool, type JsonObject } from '@cadence-agents/contracts';
import type { CallToolResult, ServerContext, Tool } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { callTool } from '../../app/call-tool.ts';
import {
  askInputSchema,
  askOutputSchema,
  askWorkflow,
  type CallSurroundings,
  goOnWith,
} from './ask-workflow.ts';
import type { OfferedTool } from './offered-tools.ts';

type ObjectSchema = Tool['inputSchema'];

/** An offered tool as a client sees it. */
export function described(offered: OfferedTool): Tool {
  if (offered.kind === 'tool') {
    const { name, description, input, idempotent = false, readOnly = false } = offered.tool;
    const annotations = { idempotentHint: idempotent || readOnly, readOnlyHint: readOnly };
    return { name, description, inputSchema: jsonSchema(input), annotations };
  }
  const { id, name: title, description } = offered.workflow;
  return {
    name: offered.name,
    title,
    description: `Asks the workflow "${id}". ${description ?? ''}`.trim(),
    inputSchema: jsonSchema(askInputSchema),
    outputSchema: jsonSchema(askOutputSchema),
  };
}

/** Carries a call out; what goes wrong is an answer that a model can read. */
export async function carryOut(
  offered: OfferedTool,
  args: Record<string, unknown>,
  around: CallSurroundings & { answer?: { message: string; conversationId: string } | undefined },
): Promise<CallToolResult> {
  try {
    if (offered.kind === 'tool') return await toolResult(offered.tool, asJson(args), around);
    if (around.answer) return await goOnWith(around.answer, around);
    const asked = askInputSchema.safeParse(args);
    if (asked.success) return await askWorkflow(offered.workflow.id, asked.data, around);
    return failure(`The arguments of "${offered.name}" do not fit:\n${z.prettifyError(asked.error)}`);
  } catch (error) {
    if (around.signal.aborted) return failure('The call was cancelled.');
    const { code, message, hint } = CadenceError.from(error);
    if (code === 'INTERNAL') around.context.log.error('an MCP call failed', { tool: offered.name, error });
    return failure([message, hint].filter(Boolean).join(' '));
  }
}

async function toolResult(
  tool: CadenceTool,
  args: JsonObject,
  { context, principal, signal, progress }: CallSurroundings,
): Promise<CallToolResult> {
  const onProgress = () => progress(tool.name);
  const { text, isError } = await callTool(context, principal, { tool, args, signal, onProgress });
  return { content: [{ type: 'text', text }], ...(isError && { isError }) };
}

/** Tells the client of progress, if it asked to be told. */
export function progressTo(mcpReq: ServerContext['mcpReq']): (message: string) => void {
  const progressToken = mcpReq._meta?.progressToken;
  if (progressToken === undefined) return () => {};
  let progress = 0;
  return (message) => {
    progress++;
    const params = { progressToken, progress, message };
    // Whoever has gone does not need to be told.
    mcpReq.notify({ method: 'notifications/progress', params }).catch(() => {});
  };
}

function failure(text: string): CallToolResult {
  return { content: [{ type: 'text', text }], isError: true };
}

const jsonObjectSchema: z.ZodType<JsonObject> = z.record(z.string(), z.json());
const asJson = (args: Record<string, unknown>) => jsonObjectSchema.parse(args);

const objectSchema = z.looseObject({ type: z.literal('object') });

function jsonSchema(schema: z.ZodType): ObjectSchema {
  const { $schema: _, ...json } = z.toJSONSchema(schema, { io: 'input' });
  return objectSchema.parse(json);
}
