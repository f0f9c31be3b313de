import type { ModelRequest } from '@cadence-agents/contracts';
import type { Script, ScriptedReply } from './scripted-reply.ts';

function describe(request: ModelRequest): string {
  const last = request.messages.at(-1);
  return JSON.stringify({
    system: request.system.slice(0, 200),
    lastMessage: last && { role: last.role, content: last.content.slice(0, 200) },
    tools: request.tools.map((tool) => tool.name),
  });
}

/** The script's reply to its call number `callIndex`, counted from 0. */
export async function nextReply(
  script: Script,
  request: ModelRequest,
  callIndex: number,
  owner: string,
): Promise<ScriptedReply> {
  if (typeof script === 'function') return script(request, callIndex);
  const reply = script[callIndex];
  if (reply !== undefined) return reply;
  throw new Error(
    `The script of "${owner}" has ${script.length} replies, and call ${callIndex + 1} asked for one more: ${describe(request)}`,
  );
}
