import { randomUUID } from 'node:crypto';
import { CadenceError, type JsonObject, type Tool } from '@cadence-agents/contracts';
import { grantedTools, onlyGranted, runToolCalls } from '@cadence-agents/engine';
import { safetySettings } from '../workflows/engine-settings.ts';
import { audited } from './access/audited.ts';
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

type Running = Pick<AppContext, 'log' | 'fetch' | 'mask' | 'settings' | 'store'>;

/** Runs one tool as a workflow would: checked, bounded in time, masked, its failures in words. */
export async function callTool(
  context: Running,
  principal: Principal,
  input: ToolCallInput,
): Promise<{ text: string; isError: boolean }> {
  authorize(principal, 'tool.call');
  return runTool(context, principal, input);
}

export interface ToolTrial {
  name: string;
  args: JsonObject;
  /** Whether a person has looked at the call, where its tool asks for that. */
  approved: boolean;
  signal: AbortSignal;
}

/** The same for a person who wants to see what a tool does. */
export function tryTool(
  context: Running & Pick<AppContext, 'tools'>,
  principal: Principal,
  { name, args, approved, signal }: ToolTrial,
): Promise<{ output: string; isError: boolean; ms: number }> {
  return audited(context, principal, 'tool.try', name, async () => {
    const tool = context.tools().find((one) => one.name === name);
    if (!tool) {
      throw new CadenceError('TOOL_NOT_FOUND', `There is no tool "${name}".`, {
        hint: 'Look at the list of tools; an MCP server has to be connected.',
      });
    }
    if (tool.requiresApproval && !approved) {
      throw new CadenceError('TOOL_NEEDS_APPROVAL', `A person has to approve calls of "${name}".`, {
        hint: 'Look at the arguments, then send it again with "approved": true.',
      });
    }
    const before = performance.now();
    const { text, isError } = await runTool(context, principal, { tool, args, signal, onProgress: () => {} });
    return { output: text, isError, ms: Math.round(performance.now() - before) };
  });
}

async function runTool(
  { log, fetch, mask, settings, store }: Running,
  principal: Principal,
  { tool, args, signal, onProgress }: ToolCallInput,
): Promise<{ text: string; isError: boolean }> {
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
      runId: `tool-${id}`,
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
