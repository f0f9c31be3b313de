import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  listOf,
  type Tool,
  textOf,
} from '@cadence-agents/contracts';
import { z } from 'zod';
import { findJson, findJsonObject } from '../replies/find-json.ts';
import { matchName } from '../replies/match-name.ts';
import { idsIn } from './fill-results.ts';
import type { PlannedCall } from './scratchpad.ts';

/** The form of a planner's reply. */
export const planReplySchema: JsonObject = {
  type: 'object',
  properties: {
    next: { type: 'string', enum: ['generate', 'tool_use'] },
    calls: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          id: { type: 'string' },
          tool: { type: 'string' },
          args: { type: 'object' },
          after: { type: 'array', items: { type: 'string' } },
        },
        required: ['id', 'tool', 'args', 'after'],
      },
    },
  },
  required: ['next', 'calls'],
};

export interface ReadPlan {
  /** The calls that can be made; none when the answer can be written now. */
  calls: PlannedCall[];
  /** What is wrong with the rest, in words for the planner. */
  problems: string[];
  /** The calls that cannot be made, in words for whoever writes the answer. */
  undone: string[];
}

/** The good calls of a plan, and what is wrong with the others. */
export function readPlan(content: string, tools: ReadonlyMap<string, Tool>, maxCalls: number): ReadPlan {
  const plan = findJson(content);
  if (!isJsonObject(plan)) return { calls: [], problems: ['It is not JSON.'], undone: [] };
  const next = nextOf(plan);
  if (next === 'generate') return { calls: [], problems: [], undone: [] };
  if (next === undefined)
    return { calls: [], problems: ['"next" must be "generate" or "tool_use".'], undone: [] };
  const sent = listOf(plan.calls);
  if (sent.length === 0)
    return { calls: [], problems: ['"next" is "tool_use", and there are no calls.'], undone: [] };
  const reading = new PlanReading(sent.map((call) => readCall(call, tools)));
  reading.drop(atMost(maxCalls));
  reading.drop(withOwnIds());
  reading.drop((call) => callProblem(call, tools));
  reading.dropWaiting();
  return reading.result();
}

/** Without a word on it, a plan with calls wants them made. */
function nextOf({ next, calls }: JsonObject): 'generate' | 'tool_use' | undefined {
  if (next === undefined && listOf(calls).length > 0) return 'tool_use';
  return z.enum(['generate', 'tool_use']).safeParse(textOf(next).toLowerCase()).data;
}

/** A call as it was meant: ids may be numbers, and arguments may come as text. */
function readCall(sent: JsonValue, tools: ReadonlyMap<string, Tool>): PlannedCall {
  const { id, tool, args = {}, after = [] } = isJsonObject(sent) ? sent : {};
  const name = textOf(tool);
  const known = [...tools.keys()];
  const guessed = matchName(name, known, { guess: true });
  const mayGuess = guessed !== undefined && tools.get(guessed)?.readOnly === true;
  const read = typeof args === 'string' ? findJsonObject(args) : args;
  const filled = isJsonObject(read) ? read : {};
  const waits = (Array.isArray(after) ? after : [after]).map(idOf).filter(Boolean);
  return {
    id: idOf(id),
    tool: matchName(name, known, { guess: mayGuess }) ?? name,
    args: filled,
    after: [...new Set([...waits, ...idsIn(filled)])],
  };
}

const idOf = (id: JsonValue | undefined): string => (typeof id === 'number' ? String(id) : textOf(id).trim());

type Check = (call: PlannedCall, index: number) => string | undefined;

/** A plan from which calls are taken out that cannot be made. */
class PlanReading {
  #calls: PlannedCall[];
  readonly #problems: string[] = [];
  readonly #undone: string[] = [];

  constructor(calls: PlannedCall[]) {
    this.#calls = calls;
  }

  drop(problemWith: Check): void {
    this.#calls = this.#calls.filter((call, index) => {
      const problem = problemWith(call, index);
      if (problem === undefined) return true;
      this.#problems.push(problem);
      this.#undone.push(`${call.tool} ${JSON.stringify(call.args)}`);
      return false;
    });
  }

  /** What waits for a call that is not made, or in a circle, can never start. */
  dropWaiting(): void {
    for (let before = -1; before !== this.#calls.length; ) {
      before = this.#calls.length;
      const ids = new Set(this.#calls.map(({ id }) => id));
      this.drop(({ id, after }) => {
        const gone = after.find((other) => !ids.has(other));
        return gone === undefined
          ? undefined
          : `Call "${id}" waits for "${gone}", which is not a call of the plan that can be made.`;
      });
    }
    const circle = circleOf(this.#calls);
    const names = [...circle].join(', ');
    this.drop(({ id }) =>
      circle.has(id) ? `Call "${id}" waits for others in a circle: ${names}.` : undefined,
    );
  }

  result(): ReadPlan {
    return { calls: this.#calls, problems: this.#problems, undone: this.#undone };
  }
}

const atMost =
  (maxCalls: number): Check =>
  ({ id }, index) =>
    index < maxCalls ? undefined : `Call "${id}" is one too many; ${maxCalls} are allowed.`;

function withOwnIds(): Check {
  const seen = new Set<string>();
  return ({ id }) => {
    if (seen.has(id)) return `Several calls have the same id "${id}".`;
    seen.add(id);
    return undefined;
  };
}

/** Removes calls that wait for nothing until none is left; the rest wait for one another. */
function circleOf(calls: readonly PlannedCall[]): Set<string> {
  const done = new Set<string>();
  for (;;) {
    const open = calls.filter(({ id }) => !done.has(id));
    const free = open.filter(({ after }) => after.every((id) => done.has(id)));
    if (free.length === 0) return new Set(open.map(({ id }) => id));
    for (const { id } of free) done.add(id);
  }
}

function callProblem(
  { id, tool: name, args }: PlannedCall,
  tools: ReadonlyMap<string, Tool>,
): string | undefined {
  if (!/^[\w-]{1,24}$/.test(id)) return `The id "${id}" must be 1 to 24 letters, digits, _ or -.`;
  const tool = tools.get(name);
  if (!tool) return `Call "${id}" names the tool "${name}", which does not exist.`;
  // Arguments with placeholders are checked by the executor, once they are filled in.
  if (idsIn(args).size > 0) return undefined;
  const checked = tool.input.safeParse(args);
  return checked.success
    ? undefined
    : `The arguments of call "${id}" do not fit "${name}":\n${z.prettifyError(checked.error)}`;
}
