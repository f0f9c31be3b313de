import {
  type ChatModel,
  fieldOf,
  isJsonObject,
  type JsonObject,
  type RunState,
  textOf,
} from '@cadence-agents/contracts';
import { DEFAULT_MAX_REPLANS, type KindConfig } from '@cadence-agents/workflow';
import { z } from 'zod';
import { planSlot, type Scratchpad, type TriedCall } from '../planning/scratchpad.ts';
import { answerMaterial } from '../prompts/answer-material.ts';
import { noteFor } from '../prompts/note.ts';
import { joinSections } from '../prompts/prompt-sections.ts';
import { verdictForm, verifying } from '../prompts/prompts.ts';
import { findJson } from '../replies/find-json.ts';
import { askTwice, type Reading } from './ask-twice.ts';
import { callModel } from './call-model.ts';
import { degradeOnError } from './degrade-on-error.ts';
import type { NodeBehaviour, NodeContext, NodeResult } from './node-behaviour.ts';
import { type PlannedResult, plannedResults } from './planned-results.ts';

const verdictSchema = z.object({
  verdict: z.enum(['success', 'replan', 'ask']),
  missing: z.string().default(''),
  question: z.string().default(''),
});
type Verdict = z.infer<typeof verdictSchema>;

const verdictReplySchema: JsonObject = {
  type: 'object',
  properties: {
    verdict: { type: 'string', enum: ['success', 'replan', 'ask'] },
    missing: { type: 'string' },
    question: { type: 'string' },
  },
  required: ['verdict', 'missing', 'question'],
  additionalProperties: false,
};

/** Looks at what the tools brought: by rule first, then through the eyes of a model. */
export const verifier: NodeBehaviour<'VERIFIER'> = (setup) => {
  const { config } = setup;
  const { maxReplans = DEFAULT_MAX_REPLANS } = config;
  const model = setup.model(config.model);

  return async (state, context) => {
    const { scratchpad } = planSlot.get(state.turn);
    if (scratchpad.plan.some(({ id }) => !Object.hasOwn(scratchpad.calls, id)))
      return { label: 'continue', turn: planSlot.set(state.turn, { phase: 'verify' }) };
    const results = plannedResults(scratchpad, state.messages);
    const conclude = (verdict: Verdict) =>
      outcomeOf(verdict, { state, scratchpad, results, maxReplans, context });
    // Nothing was found at all: no model is needed to see that.
    if (results.every(({ problem }) => problem === 'empty'))
      return conclude({ verdict: 'replan', missing: 'The tools found nothing.', question: '' });
    return degradeOnError(
      context,
      async () => {
        const verdict = await judge(model, state, { results, config, context });
        if (verdict) return conclude(verdict);
        return {
          ...conclude({ verdict: 'success', missing: missingFrom(results), question: '' }),
          warning: 'The verdict was not of the form asked for.',
          degraded: ['reply_unusable'],
        };
      },
      (error) => ({
        ...conclude({ verdict: 'success', missing: missingFrom(results), question: '' }),
        warning: `The verifier failed: ${error.message}`,
        degraded: ['model_failed'],
      }),
    );
  };
};

interface Conclusion {
  state: RunState;
  scratchpad: Scratchpad;
  results: readonly PlannedResult[];
  maxReplans: number;
  context: NodeContext;
}

function outcomeOf(
  { verdict, missing, question }: Verdict,
  { state, scratchpad, results, maxReplans, context }: Conclusion,
): NodeResult {
  const tried = [...scratchpad.tried, ...results.map(asTried)];
  const pad = { ...scratchpad, tried, missing };
  const noted = (fields: Partial<Scratchpad> = {}, retryCount = planSlot.get(state.turn).retryCount) =>
    planSlot.set(state.turn, { phase: 'verify', retryCount, scratchpad: { ...pad, ...fields } });
  if (verdict === 'ask' && question.trim() !== '')
    return { label: 'ask', turn: noted({ question: question.trim() }) };
  if (verdict !== 'replan') return { label: 'success', turn: noted() };
  const attempt = planSlot.get(state.turn).retryCount + 1;
  const reason = missing || 'The results do not answer the question.';
  if (attempt > maxReplans) return { label: 'give_up', reason, turn: noted({ missing: reason }) };
  context.emit('on_custom_event', { status: 'planning_retry', attempt, reason });
  return { label: 'replan', reason, turn: noted({}, attempt) };
}

function asTried({ planned: { tool, args }, result, problem }: PlannedResult): TriedCall {
  const outcome = problem === 'failed' ? `failed: ${result.content.slice(0, 200)}` : 'found something';
  return { tool, args, outcome: problem === 'empty' ? 'found nothing' : outcome };
}

function missingFrom(results: readonly PlannedResult[]): string {
  return results
    .flatMap(({ planned, problem }) => (problem === null ? [] : [`${planned.tool} ${words[problem]}`]))
    .join('; ');
}

const words = { failed: 'failed', empty: 'found nothing' };

interface Judging {
  results: readonly PlannedResult[];
  config: KindConfig<'VERIFIER'>;
  context: NodeContext;
}

async function judge(
  model: ChatModel,
  state: RunState,
  { results, config, context }: Judging,
): Promise<Verdict | undefined> {
  const noticed = missingFrom(results);
  const { prompt = verifying, instructions } = config;
  const request = {
    system: joinSections(prompt, instructions),
    messages: answerMaterial(state.messages),
    note: await noteFor(context, noticed && `Noticed already: ${noticed.slice(0, 1000)}.`),
    speaker: context.where.node,
    tools: [],
    responseSchema: verdictReplySchema,
  };
  const { last } = await askTwice(context, {
    ask: (correction) => {
      const asked = { ...request, note: joinSections(request.note, correction) };
      return callModel(model, asked, context, { stream: false });
    },
    read: ({ content }) => readVerdict(content),
    options: verdictForm,
  });
  return last.value;
}

function readVerdict(content: string): Reading<Verdict | undefined> {
  const json = findJson(content);
  const lower = textOf(fieldOf(json, 'verdict')).toLowerCase();
  const read = verdictSchema.safeParse(isJsonObject(json) ? { ...json, verdict: lower } : json);
  return read.success
    ? { value: read.data, problems: [] }
    : { value: undefined, problems: [json === undefined ? 'It is not JSON.' : z.prettifyError(read.error)] };
}
