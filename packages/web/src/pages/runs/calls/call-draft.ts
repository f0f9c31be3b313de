import type { ApiCallChanges, ApiModelCall, Message } from '@cadence-agents/contracts';
import { callsTexts } from './calls-texts.ts';

type Request = ApiModelCall['request'];

/** A request as a form has it: numbers as they are typed. */
export interface CallDraft {
  model: string;
  system: string;
  note: string;
  messages: readonly Message[];
  toolChoice: NonNullable<ApiCallChanges['toolChoice']>;
  temperature: string;
  topP: string;
  maxOutputTokens: string;
}

export const draftOf = (request: Request): CallDraft => ({
  model: request.model,
  system: request.system,
  note: request.note ?? '',
  messages: request.messages,
  toolChoice: choiceIn(request.toolChoice),
  temperature: textOf(request.temperature),
  topP: textOf(request.topP),
  maxOutputTokens: textOf(request.maxOutputTokens),
});

const choiceIn = (given: string | undefined): CallDraft['toolChoice'] =>
  given === 'required' || given === 'none' ? given : 'auto';

const textOf = (number: number | undefined): string => (number === undefined ? '' : String(number));

/** What a draft asks otherwise. What is left as it was is not sent: it may be masked here. */
export function changesIn(draft: CallDraft, request: Request): ApiCallChanges {
  const before = draftOf(request);
  const { model, system, note, toolChoice } = draft;
  return {
    ...(model.trim() !== before.model && model.trim() !== '' && { model: model.trim() }),
    ...(system !== before.system && { system }),
    ...(note !== before.note && { note }),
    ...(draft.messages !== request.messages && { messages: [...draft.messages] }),
    ...(toolChoice !== before.toolChoice && { toolChoice }),
    ...numberIn('temperature', draft, before),
    ...numberIn('topP', draft, before),
    ...numberIn('maxOutputTokens', draft, before),
  };
}

type NumberName = 'temperature' | 'topP' | 'maxOutputTokens';

/** A field that is emptied leaves it to the model. */
function numberIn<N extends NumberName>(
  name: N,
  draft: CallDraft,
  before: CallDraft,
): Partial<Record<NumberName, number | null>> {
  if (draft[name] === before[name]) return {};
  return { [name]: draft[name].trim() === '' ? null : Number(draft[name]) };
}

const bounds = { temperature: [0, 2], topP: [0, 1], maxOutputTokens: [1, 1_000_000] } as const;

/** What the server would refuse, by the name of the field. */
export function problemsIn(changes: ApiCallChanges): Record<string, string> {
  const problems: Record<string, string> = {};
  for (const name of ['temperature', 'topP', 'maxOutputTokens'] as const) {
    const value = changes[name];
    const [least, most] = bounds[name];
    if (typeof value === 'number' && !(value >= least && value <= most))
      problems[name] = callsTexts.between(least, most);
  }
  return problems;
}
