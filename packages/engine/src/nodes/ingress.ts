import { setImmediate as nextTurn } from 'node:timers/promises';
import {
  CadenceError,
  type ChatModel,
  type DegradedReason,
  type JsonObject,
  type Message,
  type UserMessage,
} from '@cadence-agents/contracts';
import { type KindConfig, type LinearPattern, linearPattern } from '@cadence-agents/workflow';
import { z } from 'zod';
import { refusals } from '../answers/refusal.ts';
import { blankScratchpad, planSlot, type UserContext } from '../planning/scratchpad.ts';
import { joinSections } from '../prompts/prompt-sections.ts';
import { judging, policyForm } from '../prompts/prompts.ts';
import { turnStart } from '../prompts/turn-messages.ts';
import { findJson } from '../replies/find-json.ts';
import { grantedTools } from '../tools/granted-tools.ts';
import { askTwice } from './ask-twice.ts';
import { callModel } from './call-model.ts';
import { degradeOnError } from './degrade-on-error.ts';
import type { NodeBehaviour, NodeContext, NodeSetup } from './node-behaviour.ts';

/** Lets a message in, or has it refused; and finds out who is asking. */
export const ingress: NodeBehaviour<'INGRESS'> = (setup) => {
  const { config } = setup;
  const refusalOf = admission(config, setup.model);

  return async (state, context) => {
    const userContext = await userContextOf(context, config);
    const asked = state.messages[turnStart(state.messages)];
    const refusal = await refusalOf(asked?.content ?? '', context);
    const turn = planSlot.set(state.turn, {
      phase: refusal ? 'generate' : 'plan',
      userContext,
      scratchpad: { ...blankScratchpad, refusal: refusal?.reason ?? '' },
      retryCount: 0,
    });
    if (!refusal) return { label: 'plan', turn };
    const { reason, degraded = [] } = refusal;
    return { label: 'refuse', reason, messages: asked ? [withheld(asked)] : [], turn, degraded };
  };
};

/** Why a message is not let in. */
export interface Refusal {
  /** In words for the user. */
  reason: string;
  degraded?: readonly DegradedReason[];
}

/** Looks whether the rules let a message in: by its form and the patterns first, then through the eyes of a model. */
export function admission(
  config: KindConfig<'INGRESS'>,
  modelOf: NodeSetup['model'],
): (text: string, context: NodeContext) => Promise<Refusal | undefined> {
  const blocked = (config.blockedPatterns ?? []).map((pattern) =>
    linearPattern(pattern, { ignoreCase: true }),
  );
  const model = config.policy === undefined ? undefined : modelOf(config.model);
  const refusalOf = async (text: string, context: NodeContext): Promise<Refusal | undefined> => {
    const problem = inputProblem(text, config);
    if (problem !== undefined) return { reason: problem };
    if (await matchesAny(blocked, text)) return { reason: refusals.notAllowed };
    if (!model) return undefined;
    return degradeOnError(
      context,
      async () => {
        const reason = await judge(model, text, config, context);
        return reason === undefined ? undefined : { reason };
      },
      // A policy that cannot be applied is not one that can be passed over.
      () => ({ reason: refusals.unchecked, degraded: ['policy_undecided'] }),
    );
  };
  return async (text, context) => {
    const refusal = await refusalOf(text, context);
    if (!refusal) return undefined;
    context.emit('on_custom_event', { status: 'refused', reason: refusal.reason });
    context.log.info('message refused', context.where);
    return refusal;
  };
}

/** What takes a refused message's place: no later prompt is to carry it. The record of the run has it. */
export function withheld({ parts: _, ...message }: Message): Message {
  return { ...message, content: '(a message that was refused)' };
}

/** Lets others have their turn between two patterns: each takes time for the whole of the text. */
async function matchesAny(patterns: readonly LinearPattern[], text: string): Promise<boolean> {
  for (const pattern of patterns) {
    if (pattern.test(text)) return true;
    await nextTurn();
  }
  return false;
}

/** What is wrong with the message itself. */
function inputProblem(text: string, { maxInputChars = 20_000 }: KindConfig<'INGRESS'>): string | undefined {
  if (!text.isWellFormed() || text.includes('\0') || text.indexOf('\ufffd') !== text.lastIndexOf('\ufffd'))
    return refusals.broken;
  if (/^[\p{C}\p{Z}\p{M}]*$/u.test(text)) return refusals.blank;
  return text.length > maxInputChars ? refusals.tooLong(text.length, maxInputChars) : undefined;
}

/** Who is asking, with the tools that both this node and the service let them use. */
async function userContextOf(
  context: NodeContext,
  { toolsByRole }: KindConfig<'INGRESS'>,
): Promise<UserContext> {
  const profile = await context.profile();
  const { name, roles = [], preferences = {} } = profile ?? {};
  const everywhere = (await context.granted?.()) ?? null;
  const here = toolsByRole || everywhere === null ? grantedTools(profile, toolsByRole) : everywhere;
  const tools = here && [...here].filter((tool) => everywhere === null || everywhere.has(tool));
  return { ...(name !== undefined && { name }), roles, tools, preferences };
}

const words: Readonly<Record<string, boolean>> = { true: true, yes: true, false: false, no: false };
const verdictSchema = z.object({
  allowed: z.preprocess(
    (value) => (typeof value === 'string' ? words[value.trim().toLowerCase()] : value),
    z.boolean(),
  ),
  reason: z.string().default(''),
});
const verdictReplySchema: JsonObject = {
  type: 'object',
  properties: { allowed: { type: 'boolean' }, reason: { type: 'string' } },
  required: ['allowed', 'reason'],
  additionalProperties: false,
};

/** Why the message may not be answered, if it may not. A judge that cannot be understood is asked once more. */
async function judge(
  model: ChatModel,
  text: string,
  config: KindConfig<'INGRESS'>,
  context: NodeContext,
): Promise<string | undefined> {
  const { prompt, policy = '', instructions } = config;
  const system = joinSections(prompt ? `${prompt}\n${policy}` : judging(policy), instructions);
  const message: UserMessage = { id: 'message', role: 'user', content: text };
  const request = { system, messages: [message], tools: [], responseSchema: verdictReplySchema };
  const { last } = await askTwice(context, {
    ask: (correction) => {
      const asked = { ...request, note: correction };
      // What was said before is not up for judgement.
      return callModel(model, asked, { ...context, summary: '' }, { stream: false });
    },
    read: ({ content }) => {
      const read = verdictSchema.safeParse(findJson(content));
      return { value: read.data, problems: read.success ? [] : ['It is not JSON with "allowed" in it.'] };
    },
    options: policyForm,
  });
  const verdict = last.value;
  if (verdict) return verdict.allowed ? undefined : verdict.reason.trim() || refusals.notAllowed;
  throw new CadenceError('POLICY_UNDECIDED', 'The judge of the policy replied twice with no verdict.', {
    hint: 'Use a model that keeps to a JSON form for the policy, or word the policy more simply.',
  });
}
