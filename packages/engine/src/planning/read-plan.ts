import type { JsonObject, Tool } from '@cadence/contracts';
import { z } from 'zod';
import { idsIn } from './fill-results.ts';
import { readJsonReply } from './json-reply.ts';
import type { PlannedCall } from './scratchpad.ts';

const planSchema = z.object({
  next: z.enum(['generate', 'tool_use']),
  calls: z
    .array(
      z.object({
        id: z.string().regex(/^[\w-]{1,24}$/, 'must be 1 to 24 letters, digits, _ or -'),
        tool: z.string(),
        args: z.record(z.string(), z.json()).default({}),
        after: z.array(z.string()).default([]),
      }),
    )
    .default([]),
});

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

/** The calls to make, none when the answer can be written now; or what is wrong with the plan. */
export type ReadPlan = { calls: PlannedCall[] } | { problems: string[] };

export function readPlan(content: string, tools: ReadonlyMap<string, Tool>, maxCalls: number): ReadPlan {
  const json = readJsonReply(content);
  if (json === undefined) return { problems: ['It is not JSON.'] };
  const parsed = planSchema.safeParse(json);
  if (!parsed.success) return { problems: [z.prettifyError(parsed.error)] };
  if (parsed.data.next === 'generate') return { calls: [] };
  const calls = parsed.data.calls.map((call) => ({
    ...call,
    after: [...new Set([...call.after, ...idsIn(call.args)])],
  }));
  const problems = [...planProblems(calls, maxCalls), ...calls.flatMap((call) => callProblems(call, tools))];
  return problems.length > 0 ? { problems } : { calls };
}

function planProblems(calls: readonly PlannedCall[], maxCalls: number): string[] {
  if (calls.length === 0) return ['"next" is "tool_use", and there are no calls.'];
  if (calls.length > maxCalls) return [`It has ${calls.length} calls; ${maxCalls} are allowed.`];
  const ids = new Set(calls.map(({ id }) => id));
  const problems = ids.size < calls.length ? ['Several calls have the same id.'] : [];
  for (const { id, after } of calls) {
    for (const other of after) {
      if (!ids.has(other))
        problems.push(`Call "${id}" waits for "${other}", which is not a call of the plan.`);
    }
  }
  return problems.length > 0 ? problems : cycleProblems(calls);
}

/** Removes calls that wait for nothing until none is left; the rest wait for one another. */
function cycleProblems(calls: readonly PlannedCall[]): string[] {
  const done = new Set<string>();
  for (;;) {
    const open = calls.filter(({ id }) => !done.has(id));
    if (open.length === 0) return [];
    const free = open.filter(({ after }) => after.every((id) => done.has(id)));
    if (free.length === 0)
      return [`These calls wait for one another in a circle: ${open.map(({ id }) => id).join(', ')}.`];
    for (const { id } of free) done.add(id);
  }
}

function callProblems({ id, tool: name, args }: PlannedCall, tools: ReadonlyMap<string, Tool>): string[] {
  const tool = tools.get(name);
  if (!tool) return [`Call "${id}" names the tool "${name}", which does not exist.`];
  // Arguments with placeholders are checked by the executor, once they are filled in.
  if (idsIn(args).size > 0) return [];
  const checked = tool.input.safeParse(args);
  return checked.success
    ? []
    : [`The arguments of call "${id}" do not fit "${name}":\n${z.prettifyError(checked.error)}`];
}
