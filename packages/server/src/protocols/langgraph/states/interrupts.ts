// Questions to people in the form of LangChain's human in the loop: actions to review, and decisions about them.
import type {
  CadenceError,
  HandoffAnswer,
  HandoffRequest,
  LangGraphInterrupt,
  ToolCall,
} from '@cadence-agents/contracts';
import { z } from 'zod';
import { invalidInput } from '../../../app/invalid-input.ts';

/** What is asked, as a state or an event has it. */
export interface AskedQuestion {
  question: string;
  choices?: string[] | undefined;
  mustChoose?: boolean | undefined;
  calls?: ToolCall[] | undefined;
}

/** Calls are actions to review; any other question is an action whose one argument is the answer. */
export function interruptOf(id: string, node: string, asked: AskedQuestion): LangGraphInterrupt {
  return { id, value: { ...asked, ...(asked.calls ? reviewOf(asked.calls) : questionReview(node, asked)) } };
}

function reviewOf(calls: readonly ToolCall[]) {
  const names = [...new Set(calls.map(({ name }) => name))];
  return {
    action_requests: calls.map(({ name, args }) => ({
      name,
      args,
      description: `The assistant would like to use ${name} with ${JSON.stringify(args)}.`,
    })),
    review_configs: names.map((action_name) => ({
      action_name,
      allowed_decisions: ['approve', 'edit', 'reject', 'respond'],
    })),
  };
}

function questionReview(node: string, { question, choices = [] }: AskedQuestion) {
  const description = choices.length > 0 ? `${question} (${choices.join(', ')})` : question;
  return {
    action_requests: [{ name: node, args: { answer: '' }, description }],
    review_configs: [{ action_name: node, allowed_decisions: ['edit', 'respond'] }],
  };
}

const args = z.record(z.string(), z.json());
const action = z.looseObject({ name: z.string().optional(), args });
const decisionSchema = z.discriminatedUnion('type', [
  z.looseObject({ type: z.literal('approve') }),
  z.looseObject({ type: z.literal('reject'), message: z.string().nullish() }),
  z.looseObject({ type: z.literal('respond'), message: z.string() }),
  // Clients in TypeScript send both spellings.
  z
    .looseObject({
      type: z.literal('edit'),
      edited_action: action.optional(),
      editedAction: action.optional(),
    })
    .transform((edit, { addIssue }) => {
      const edited = edit.edited_action ?? edit.editedAction;
      if (!edited) addIssue('an edit needs "edited_action"');
      return { type: edit.type, edited: edited ?? { args: {} } };
    }),
]);
type Decision = z.infer<typeof decisionSchema>;

const decisionsSchema = z.looseObject({ decisions: z.array(decisionSchema) });
const answerSchema = z.object({
  text: z.string().optional(),
  label: z.string().optional(),
  args: z.record(z.string(), args).optional(),
});

/** A text, `{text, label, args}`, `{decisions}`, or any of these under the id of the interrupt. */
export function readResume(resume: unknown, asked: HandoffRequest, path: string): HandoffAnswer {
  const given = ownOf(resume, asked.id);
  if (typeof given === 'string') return { text: given };
  if (typeof given === 'number' || typeof given === 'boolean') return { text: String(given) };
  if (asked.pause) return { text: '' };
  if (typeof given === 'object' && given !== null && 'decisions' in given)
    return readDecisions(given, asked, path);
  const { data } = answerSchema.safeParse(given);
  const text = data?.text ?? data?.label;
  if (!data || text === undefined)
    throw invalidInput([
      { path, message: 'must be a text, or an object with "text", "label" or "decisions"' },
    ]);
  return {
    text,
    ...(data.label !== undefined && { label: data.label }),
    ...(data.args && { args: data.args }),
  };
}

function ownOf(resume: unknown, interruptId: string): unknown {
  if (typeof resume !== 'object' || resume === null) return resume;
  const own = Object.entries(resume).find(([key]) => key === interruptId);
  return own ? own[1] : resume;
}

function readDecisions(given: object, asked: HandoffRequest, path: string): HandoffAnswer {
  const { success, data, error } = decisionsSchema.safeParse(given);
  if (!success)
    throw invalidInput(
      error.issues.map((issue) => ({ path: [path, ...issue.path].join('.'), message: issue.message })),
    );
  const { decisions } = data;
  const wanted = asked.calls?.length ?? 1;
  if (decisions.length !== wanted) {
    const message = `must have a decision for each action, in their order: ${wanted}`;
    throw invalidInput([{ path: `${path}.decisions`, message }]);
  }
  return asked.calls ? onCalls(asked.calls, decisions, path) : inWords(decisions, path);
}

function inWords([decision]: readonly Decision[], path: string): HandoffAnswer {
  if (decision?.type === 'respond') return { text: decision.message };
  const answer = decision?.type === 'edit' ? decision.edited.args.answer : undefined;
  if (typeof answer === 'string') return { text: answer };
  const message =
    'a question is answered by "respond" with a message, or by "edit" with the argument "answer"';
  throw invalidInput([{ path: `${path}.decisions.0`, message }]);
}

function onCalls(calls: readonly ToolCall[], decisions: readonly Decision[], path: string): HandoffAnswer {
  const isRejected = decisions.every(({ type }) => type === 'reject');
  const [first] = decisions;
  if (isRejected && calls.length === 1 && first?.type === 'reject')
    return { text: first.message ?? 'reject', label: 'reject' };
  const answer = {
    text: 'approve',
    label: 'approve',
    args: {},
    declined: {},
    results: {},
  } satisfies HandoffAnswer;
  const decided: Required<Omit<HandoffAnswer, 'terms' | 'pauses' | 'pins' | 'turn'>> = answer;
  for (const [index, { id, name }] of calls.entries()) {
    const decision = decisions[index];
    if (decision?.type === 'reject') decided.declined[id] = decision.message ?? '';
    if (decision?.type === 'respond') decided.results[id] = decision.message;
    if (decision?.type !== 'edit') continue;
    if (decision.edited.name !== undefined && decision.edited.name !== name)
      throw otherTool(name, index, path);
    decided.args[id] = decision.edited.args;
  }
  return decided;
}

function otherTool(name: string, index: number, path: string): CadenceError {
  const message = `must stay "${name}": the arguments of a call can be changed, not its tool`;
  return invalidInput([{ path: `${path}.decisions.${index}.edited_action.name`, message }]);
}
