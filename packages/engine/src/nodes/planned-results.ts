import { isEmptyResult, type Message, type ToolCall, type ToolMessage } from '@cadence-agents/contracts';
import type { PlannedCall, Scratchpad } from '../planning/scratchpad.ts';
import { turnStart } from '../prompts/turn-messages.ts';

/** A call that was carried out in this turn, and what came of it. */
export interface CarriedOut {
  call: ToolCall;
  result: ToolMessage;
}

/** The calls of this turn that have a result, by their id. */
export function carriedOut(messages: readonly Message[]): Map<string, CarriedOut> {
  const turn = messages.slice(turnStart(messages));
  const calls = new Map(
    turn.flatMap((message) =>
      message.role === 'assistant' ? (message.toolCalls ?? []).map((call) => [call.id, call] as const) : [],
    ),
  );
  const done = new Map<string, CarriedOut>();
  for (const message of turn) {
    const call = message.role === 'tool' ? calls.get(message.toolCallId) : undefined;
    if (message.role === 'tool' && call) done.set(call.id, { call, result: message });
  }
  return done;
}

/** What became of a planned call. */
export interface PlannedResult {
  planned: PlannedCall;
  result: ToolMessage;
  problem: 'failed' | 'empty' | null;
}

export function plannedResults({ plan, calls }: Scratchpad, messages: readonly Message[]): PlannedResult[] {
  const done = carriedOut(messages);
  return plan.flatMap((planned) => {
    const found = done.get(calls[planned.id] ?? '');
    return found
      ? [
          {
            planned: { ...planned, args: found.call.args },
            result: found.result,
            problem: problemOf(found.result),
          },
        ]
      : [];
  });
}

function problemOf({ content, isError }: ToolMessage): PlannedResult['problem'] {
  if (isError) return 'failed';
  return isEmptyResult(content) ? 'empty' : null;
}
