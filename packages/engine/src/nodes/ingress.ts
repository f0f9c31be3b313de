import { setImmediate as nextTurn } from 'node:timers/promises';
import {
  CadenceError,
  type ChatModel,
  type JsonObject,
  type UserMessage,
  type UserProfile,
} from '@cadence/contracts';
import { type KindConfig, type LinearPattern, linearPattern } from '@cadence/workflow';
import { z } from 'zod';
import { blankScratchpad, planSlot, type UserContext } from '../planning/scratchpad.ts';
import { joinSections } from '../prompts/prompt-sections.ts';
import { judging, policyForm } from '../prompts/prompts.ts';
import { turnStart } from '../prompts/turn-messages.ts';
import { findJson } from '../replies/find-json.ts';
import { askTwice } from './ask-twice.ts';
import { callModel } from './call-model.ts';
import { degradeOnError } from './degrade-on-error.ts';
import type { NodeBehaviour, NodeContext, NodeResult } from './node-behaviour.ts';

/** Lets a message in, or has it refused; and finds out who is asking. */
export const ingress: NodeBehaviour<'INGRESS'> = (setup) => {
  const { config } = setup;
  const blocked = (config.blockedPatterns ?? []).map((pattern) =>
    linearPattern(pattern, { ignoreCase: true }),
  );
  const model = config.policy === undefined ? undefined : setup.model(config.model);

  return async (state, context) => {
    const userContext = userContextOf(await context.profile(), config);
    const asked = state.messages[turnStart(state.messages)];
    const text = asked?.content ?? '';
    const begin = (phase: 'plan' | 'generate', refusal = '') =>
      planSlot.set(state.turn, {
        phase,
        userContext,
        scratchpad: { ...blankScratchpad, refusal },
        retryCount: 0,
      });
    const refuse = (refusal: string): NodeResult => {
      context.emit('on_custom_event', { status: 'refused', reason: refusal });
      context.log.info('message refused', context.where);
      return {
        label: 'refuse',
        reason: refusal,
        // No later prompt is to carry what was refused; the record of the run has it.
        ...(asked && { messages: [{ ...asked, content: '(a message that was refused)' }] }),
        turn: begin('generate', refusal),
      };
    };
    const problem =
      inputProblem(text, config) ?? ((await matchesAny(blocked, text)) ? notAllowed : undefined);
    if (problem) return refuse(problem);
    const letIn: NodeResult = { label: 'plan', turn: begin('plan') };
    if (!model) return letIn;
    return degradeOnError(
      context,
      async () => {
        const refusal = await judge(model, text, config, context);
        return refusal === undefined ? letIn : refuse(refusal);
      },
      // A policy that cannot be applied is not one that can be passed over.
      () => ({
        ...refuse(
          'Your message could not be checked against the rules for this service. Please try again later.',
        ),
        degraded: ['policy_undecided'],
      }),
    );
  };
};

const notAllowed = 'Your message touches something that the rules for this service do not allow.';

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
    return 'Your message has broken characters, so that I cannot be sure to read it as you meant it. Please send it again as plain text.';
  if (/^[\p{C}\p{Z}\p{M}]*$/u.test(text)) return 'Your message has nothing in it that can be read.';
  if (text.length > maxInputChars)
    return `Your message has ${text.length} characters, and ${maxInputChars} is the most I can take. Please send a shorter one.`;
  return undefined;
}

/** Roles add up; what the profile grants by name comes on top. */
function userContextOf(
  profile: UserProfile | undefined,
  { toolsByRole }: KindConfig<'INGRESS'>,
): UserContext {
  const { name, roles = [], tools, preferences = {} } = profile ?? {};
  const known = toolsByRole && roles.filter((role) => Object.hasOwn(toolsByRole, role));
  const granted = known && (known.length > 0 ? known : ['*']).flatMap((role) => toolsByRole?.[role] ?? []);
  const allowed = granted || tools ? [...new Set([...(granted ?? []), ...(tools ?? [])])] : null;
  return { ...(name !== undefined && { name }), roles, tools: allowed, preferences };
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
  if (verdict) return verdict.allowed ? undefined : verdict.reason.trim() || notAllowed;
  throw new CadenceError('POLICY_UNDECIDED', 'The judge of the policy replied twice with no verdict.', {
    hint: 'Use a model that keeps to a JSON form for the policy, or word the policy more simply.',
  });
}
