import {
  type AssistantMessage,
  CadenceError,
  type JsonObject,
  type JsonValue,
  type RunState,
  type ToolCall,
} from '@cadence-agents/contracts';
import { fillResults, idsIn } from '../planning/fill-results.ts';
import { type PlannedCall, planSlot, type Scratchpad } from '../planning/scratchpad.ts';
import { notGranted } from '../tools/granted-tools.ts';
import type { NodeBehaviour, NodeSetup } from './node-behaviour.ts';
import { carriedOut } from './planned-results.ts';

/** Hands out every call of the plan that waits for nothing any more, the same one only once. */
export const toolRouter: NodeBehaviour<'TOOL_ROUTER'> = (setup) => async (state, context) => {
  const { scratchpad: before } = planSlot.get(state.turn);
  const wave = nextWave(state, before, setup, context.newId);
  const message: AssistantMessage = {
    id: context.newId(),
    role: 'assistant',
    content: '',
    agent: setup.node.nodeName,
    toolCalls: wave.toolCalls,
  };
  const scratchpad = {
    ...before,
    calls: { ...before.calls, ...wave.calls },
    refused: { ...before.refused, ...wave.refused },
  };
  return {
    label: null,
    ...(wave.toolCalls.length > 0 && { messages: [message] }),
    turn: planSlot.set(state.turn, { phase: 'execute', scratchpad }),
    toolCalls: wave.toolCalls.length,
  };
};

interface Wave extends Pick<Scratchpad, 'calls' | 'refused'> {
  toolCalls: ToolCall[];
}

function nextWave(
  { messages, turn }: RunState,
  { plan, calls }: Scratchpad,
  { tool }: NodeSetup,
  newId: () => string,
): Wave {
  const done = carriedOut(messages);
  const resultOf = (id: string) => done.get(calls[id] ?? '')?.result;
  // What failed may be tried again; what found something, or nothing, would do so again.
  const known = new Map(
    [...done.values()]
      .filter(({ result }) => !result.isError)
      .map(({ call }) => [keyOf(call.name, call.args), call.id]),
  );
  const wave: Wave = { toolCalls: [], calls: {}, refused: {} };
  for (const planned of plan) {
    if (Object.hasOwn(calls, planned.id) || !planned.after.every(resultOf)) continue;
    const { args, problem } = filledIn(planned, (id) => resultOf(id)?.content ?? '', tool);
    const key = keyOf(planned.tool, args);
    const same = known.get(key);
    const id = same ?? `${planned.id}_${newId().replaceAll('-', '').slice(-12)}`;
    wave.calls[planned.id] = id;
    if (same !== undefined) continue;
    known.set(key, id);
    wave.toolCalls.push({ id, name: planned.tool, args });
    const failed = planned.after.find((other) => resultOf(other)?.isError);
    const refusal = refusalOf(planned, failed, planSlot.get(turn).userContext?.tools ?? null) ?? problem;
    if (refusal) wave.refused[id] = refusal;
  }
  return wave;
}

function refusalOf(
  { tool }: PlannedCall,
  failed: string | undefined,
  allowed: readonly string[] | null,
): string | undefined {
  if (allowed && !allowed.includes(tool)) return notGranted(tool);
  return failed === undefined ? undefined : `It needed the result of "${failed}", which failed.`;
}

interface FilledCall {
  args: JsonObject;
  /** Why the results could not be filled in. */
  problem?: string;
}

/** As text first; where the tool wants a number or an object, as the value that the text stands for. */
function filledIn(
  { tool: name, args }: PlannedCall,
  resultOf: (id: string) => string,
  tool: NodeSetup['tool'],
): FilledCall {
  if (idsIn(args).size === 0) return { args };
  try {
    const asText = fillResults(args, resultOf);
    const input = tool(name)?.input;
    if (!input || input.safeParse(asText).success) return { args: asText };
    const asValues = fillResults(args, resultOf, { asValues: true });
    return { args: input.safeParse(asValues).success ? asValues : asText };
  } catch (error) {
    if (!CadenceError.is(error)) throw error;
    return { args, problem: [error.message, error.hint].filter(Boolean).join(' ') };
  }
}

const keyOf = (name: string, args: JsonObject) => `${name} ${JSON.stringify(sorted(args))}`;

function sorted(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return entries.map(([key, each]) => [key, sorted(each)]);
}
