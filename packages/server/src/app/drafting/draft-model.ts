// The model that writes a draft, held to what one draft may cost.
import { type ApiWorkflowDraft, CadenceError, type ChatModel, type Message } from '@cadence-agents/contracts';
import { askAgain } from '@cadence-agents/engine';
import { ownerOf, type Principal } from '../access/principal.ts';
import type { AppContext } from '../app-context.ts';

export const MOST_REPAIRS = 3;
const MOST_TOKENS = 100_000;
const MOST_OUTPUT_TOKENS = 16_000;

export type Spent = Pick<ApiWorkflowDraft, 'model' | 'rounds' | 'usage'>;
/** What is used up. */
export type SpentBound = Exclude<ApiWorkflowDraft['stopped'], 'done'>;

export interface DraftModel {
  readonly spent: Spent;
  /** Its words; `undefined` once the time for the draft is over. */
  ask(system: string, messages: readonly Message[]): Promise<string | undefined>;
  bound(): SpentBound | undefined;
}

export function draftModel(
  { settings, mask, store }: Pick<AppContext, 'settings' | 'mask' | 'store'>,
  principal: Principal,
  model: ChatModel,
  left: AbortSignal,
): DraftModel {
  const spent: Spent = { model: model.name, rounds: 0, usage: { inputTokens: 0, outputTokens: 0 } };
  const deadline = Date.now() + settings.runTimeoutMs;
  const timeout = AbortSignal.timeout(settings.runTimeoutMs);
  const signal = AbortSignal.any([left, timeout]);
  const limits = { windowTokens: settings.contextWindowTokens, maxOutputTokens: MOST_OUTPUT_TOKENS };
  const files = { fileOf: async () => undefined, fileTextOf: async () => undefined };

  return {
    spent,
    async ask(system, messages) {
      spent.rounds += 1;
      const asked = { system, messages: [...messages], tools: [], temperature: 0.2 };
      const options = { files, limits, mask, signal, deadline };
      const reply = await askAgain(model, asked, options).then(
        ({ recorded }) => recorded.reply,
        (error: unknown) => {
          if (timeout.aborted && !left.aborted) return undefined;
          throw error;
        },
      );
      if (reply === undefined) return undefined;
      const { usage } = reply;
      spent.usage.inputTokens += usage.inputTokens;
      spent.usage.outputTokens += usage.outputTokens;
      spent.model = reply.model;
      await store.usage.add({
        ...ownerOf(principal),
        ...{ workflowId: 'draft', agent: 'draft', model: reply.model, usage },
        time: new Date().toISOString(),
      });
      return reply.content;
    },
    bound() {
      if (timeout.aborted) return 'time';
      if (spent.usage.inputTokens + spent.usage.outputTokens >= MOST_TOKENS) return 'tokens';
      return spent.rounds > MOST_REPAIRS ? 'rounds' : undefined;
    },
  };
}

/** Why there is no draft at all. */
export function noDraft(bound: SpentBound): CadenceError {
  if (bound === 'time')
    return new CadenceError('MODEL_TIMEOUT', 'The model wrote no definition in the time of one draft.', {
      hint: 'Ask for less at a time, or name a faster model.',
    });
  return new CadenceError('MODEL_BAD_REPLY', 'The model wrote no definition that can be read.', {
    hint: 'Say it in other words, or name a stronger model.',
  });
}
