import { nextReply } from './next-reply.ts';
import { type ScriptedModel, type ScriptedModelOptions, scriptedModel } from './scripted-model.ts';
import type { Script } from './scripted-reply.ts';

/**
 * One model for several agents: a request goes to the first script whose key is part of the system prompt.
 * Each script counts its own calls; tool call ids are unique over all of them.
 */
export function scriptByAgent(
  scripts: Readonly<Record<string, Script>>,
  options: ScriptedModelOptions = {},
): ScriptedModel {
  const calls = new Map<string, number>();
  return scriptedModel((request) => {
    const found = Object.entries(scripts).find(([part]) => request.system.includes(part));
    if (!found) {
      const parts = Object.keys(scripts).map((part) => `"${part}"`);
      throw new Error(
        `No script is for the system prompt "${request.system}"; there are ${parts.join(', ')}.`,
      );
    }
    const [part, script] = found;
    const callIndex = calls.get(part) ?? 0;
    calls.set(part, callIndex + 1);
    return nextReply(script, request, callIndex, part);
  }, options);
}
