// The tools by which a model steers: `route` picks the next node, `end` closes the conversation, `back` returns to
// the coordinator, `goto_…` sends an agent off. They are read off the reply, never executed and never stored, so no
// later prompt carries them.
import {
  type DefinitionView,
  END_LABEL,
  type ToolCall,
  type ToolSpec,
  type WorkflowNode,
} from '@cadence-agents/contracts';
import { type KindConfig, routeLabels } from '@cadence-agents/workflow';
import { z } from 'zod';
import { matchName } from '../replies/match-name.ts';
import { defineSlot } from '../slot.ts';

const ROUTE = 'route';
const END = 'end';
const BACK = 'back';
export const GOTO = 'goto_';
/** Another name for finalising, that is understood but not offered. */
export const FINALIZER_LABEL = 'finalizer';

/** What a coordinator chose, until its control tools have carried it out. */
export const gotoSlot = defineSlot({
  name: 'goto',
  version: 1,
  schema: z.object({ label: z.string().nullable(), reason: z.string().nullable().default(null) }),
  initial: { label: null, reason: null },
});

const reason = {
  type: 'string',
  description: 'What they are to do and what they need to know for it, in one or two sentences.',
};

function routeTool(labels: readonly string[]): ToolSpec {
  return {
    name: ROUTE,
    description: 'Hand the conversation over. Call it alone, after saying what you have to say.',
    parameters: {
      type: 'object',
      properties: { next: { type: 'string', enum: [...labels], description: 'Who goes on.' }, reason },
      required: ['next'],
      additionalProperties: false,
    },
  };
}

const endTool: ToolSpec = {
  name: END,
  description: 'Close the conversation once the request has been dealt with.',
  parameters: {
    type: 'object',
    properties: { answer: { type: 'string', description: 'Your last words to the user, if not said yet.' } },
    additionalProperties: false,
  },
};

const backTool: ToolSpec = {
  name: BACK,
  description: 'Return to the coordinator.',
  parameters: { type: 'object', properties: {} },
};

/** The tool that sends an agent off, or finalises. */
export function gotoTool(label: string, description: string): ToolSpec {
  return {
    name: `${GOTO}${label}`,
    description,
    parameters: { type: 'object', properties: { reason } },
  };
}

/** The tools by which the agent of a node can steer. */
export function steeringTools(
  view: DefinitionView,
  node: WorkflowNode,
  config: KindConfig<'AGENT'>,
): ToolSpec[] {
  const labels = routeLabels(view, node, config);
  return [
    ...(labels.length > 0 ? [routeTool(labels)] : []),
    ...(config.returnLabel === undefined ? [] : [backTool]),
    ...(view.definition.isConversational ? [endTool] : []),
  ];
}

export interface Choice {
  label: string | null;
  reason?: string;
  /** Last words given with `end`. */
  answer?: string;
  otherCalls: ToolCall[];
  /** What is wrong with the choice, in words for the model. */
  problems: string[];
}

/** Splits a reply's calls into the way chosen and the rest; the first choice counts. */
export function readChoice(
  calls: readonly ToolCall[],
  labels: readonly string[],
  backLabel?: string,
): Choice {
  const choice: Choice = { label: null, otherCalls: [], problems: [] };
  for (const call of calls) {
    if (call.name === ROUTE) {
      if (choice.label === null) readRoute(call, labels, choice);
    } else if (call.name === END) {
      const answer = call.args.answer ?? onlyText(call);
      choice.label ??= END_LABEL;
      if (typeof answer === 'string') choice.answer = answer;
    } else if (call.name === BACK && backLabel !== undefined) choice.label ??= backLabel;
    else choice.otherCalls.push(call);
  }
  return choice;
}

/** The label is the argument `next`, or the one among other arguments that is a label. */
function readRoute({ args }: ToolCall, labels: readonly string[], choice: Choice): void {
  const { next, reason: why } = args;
  const texts = Object.values(args).filter((value) => typeof value === 'string');
  const label =
    typeof next === 'string'
      ? matchName(next, labels, { guess: true })
      : texts.find((text) => labels.includes(text));
  if (label === undefined && typeof next !== 'string') {
    choice.problems.push('"route" was called without "next".');
    return;
  }
  if (label === undefined) choice.problems.push(`"route" cannot lead to "${next}".`);
  // What no edge serves is for the routing rule to deal with.
  choice.label = label ?? String(next);
  if (typeof why === 'string') choice.reason = why;
}

function onlyText({ args }: ToolCall): string | undefined {
  const [value, ...more] = Object.values(args);
  return typeof value === 'string' && more.length === 0 ? value : undefined;
}

/** The first `goto_…` among the calls: what it names, why, and how many there were. */
export function readGoto(
  calls: readonly ToolCall[],
): { label: string; reason?: string; count: number } | undefined {
  const gotos = calls.filter((call) => call.name.startsWith(GOTO));
  const [first] = gotos;
  if (!first) return undefined;
  const { reason: why } = first.args;
  const label = first.name.slice(GOTO.length);
  return { label, count: gotos.length, ...(typeof why === 'string' && { reason: why }) };
}
