import { randomUUID } from 'node:crypto';
import type { JsonObject, Tool } from '@cadence/contracts';
import { type Log, maskSecrets, runToolCalls } from '@cadence/engine';
import type { CallToolResult } from '@modelcontextprotocol/server';
import { ownerOf } from '../../app/access/principal.ts';
import type { CallSurroundings } from './ask-workflow.ts';

export interface ToolCalling {
  log: Log;
  /** Masked in what tools return, beside keys and tokens of well-known forms. */
  secretPatterns: readonly RegExp[];
}

/** Runs one tool as a workflow would: checked, bounded in time, masked, its failures in words. */
export async function callSingleTool(
  tool: Tool,
  args: JsonObject,
  { principal, signal, progress }: CallSurroundings,
  { log, secretPatterns }: ToolCalling,
): Promise<CallToolResult> {
  const id = randomUUID();
  const [result] = await runToolCalls(
    [{ id, name: tool.name, args }],
    {
      tool: (name) => (name === tool.name ? tool : undefined),
      available: [tool.name],
      concurrency: 1,
      messageId: id,
    },
    {
      runId: `mcp-${id}`,
      userId: ownerOf(principal).ownerId,
      conversationId: undefined,
      signal,
      emit: (type) => type === 'on_custom_event' && progress(tool.name),
      log,
      newId: randomUUID,
      mask: maskSecrets(secretPatterns),
    },
  );
  const text = result?.content ?? '';
  return { content: [{ type: 'text', text }], ...(result?.isError && { isError: true }) };
}
