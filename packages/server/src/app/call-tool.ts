import { randomUUID } from 'node:crypto';
import type { JsonObject, Tool } from '@cadence/contracts';
import { grantedTools, onlyGranted, runToolCalls } from '@cadence/engine';
import { safetySettings } from '../workflows/engine-settings.ts';
import { authorize, may } from './access/authorize.ts';
import { ownerOf, type Principal } from './access/principal.ts';
import type { AppContext } from './app-context.ts';

/** The tools that a principal may call by themselves. */
export function callableTools({ tools }: Pick<AppContext, 'tools'>, principal: Principal): readonly Tool[] {
  if (!may(principal, 'tool.call')) return [];
  // There is nobody to ask for approval outside a conversation.
  return tools().filter(({ requiresApproval }) => !requiresApproval);
}

export interface ToolCallInput {
  tool: Tool;
  args: JsonObject;
  signal: AbortSignal;
  /** Called when the tool tells of its progress. */
  onProgress: () => void;
}

/** Runs one tool as a workflow would: checked, bounded in time, masked, its failures in words. */
export async function callTool(
  { log, fetch, mask, settings, store }: Pick<AppContext, 'log' | 'fetch' | 'mask' | 'settings' | 'store'>,
  principal: Principal,
  { tool, args, signal, onProgress }: ToolCallInput,
): Promise<{ text: string; isError: boolean }> {
  authorize(principal, 'tool.call');
  const id = randomUUID();
  const { tenantId, ownerId } = ownerOf(principal);
  const rules = safetySettings(settings);
  const granted = rules && grantedTools(await store.profiles.get(tenantId, ownerId), rules.toolsByRole);
  const options = {
    tool: (name: string) => (name === tool.name ? tool : undefined),
    available: [tool.name],
    concurrency: 1,
    messageId: id,
  };
  const [result] = await runToolCalls(
    [{ id, name: tool.name, args }],
    granted ? onlyGranted(options, granted) : options,
    {
      runId: `mcp-${id}`,
      userId: ownerId,
      conversationId: undefined,
      signal,
      emit: (type) => type === 'on_custom_event' && onProgress(),
      log,
      newId: randomUUID,
      fetch,
      mask,
    },
  );
  return { text: result?.content ?? '', isError: result?.isError ?? false };
}
