// From words to a workflow: a model writes it, the checker looks at it, the model puts right what is left.
import { setImmediate as nextTurn } from 'node:timers/promises';
import {
  type ApiDraftStep,
  type ApiWorkflowDraft,
  CadenceError,
  isJsonObject,
  type JsonObject,
  type Message,
} from '@cadence-agents/contracts';
import { findJson } from '@cadence-agents/engine';
import type { Mended } from '@cadence-agents/workflow';
import { authorize } from '../access/authorize.ts';
import type { Principal } from '../access/principal.ts';
import type { AppContext } from '../app-context.ts';
import { simulateDefinition } from '../simulation.ts';
import { type DraftModel, draftModel, MOST_REPAIRS, noDraft } from './draft-model.ts';
import { draftPrompt, repairPrompt, wordsPrompt } from './draft-prompt.ts';

export interface DraftRequest {
  words: string;
  /** One to change. */
  definition?: Record<string, unknown> | undefined;
  model?: string | undefined;
  signal: AbortSignal;
}

type Drafting = Pick<
  AppContext,
  'check' | 'mend' | 'surroundings' | 'models' | 'mask' | 'settings' | 'store'
>;

/** Longer replies are no definition that anybody could read. */
const MOST_CHARS = 400_000;
/** Larger ones are checked, and left to the model: trying fixes on them takes long. */
const MOST_MENDED = 60;

/** A definition made from words. It is neither stored nor published. */
export async function draftWorkflow(
  context: Drafting,
  principal: Principal,
  request: DraftRequest,
  onStep: (step: ApiDraftStep) => void = () => {},
): Promise<ApiWorkflowDraft> {
  const steps = draftSteps(context, principal, request);
  let next = await steps.next();
  while (!next.done) {
    onStep(next.value);
    next = await steps.next();
  }
  return next.value;
}

/** The same, told step by step, each when it begins. */
export async function* draftSteps(
  context: Drafting,
  principal: Principal,
  request: DraftRequest,
): AsyncGenerator<ApiDraftStep, ApiWorkflowDraft> {
  authorize(principal, 'workflow.draft');
  const chosen = context.models.get(request.model);
  if (chosen.name === 'offline') throw offline();
  const model = draftModel(context, principal, chosen, request.signal);
  const { written, stopped } = yield* write(context, principal, request, model);
  const { document, problems, done } = written;
  const isRunnable = problems.every(({ severity, code }) => severity !== 'error' || code === 'POLICY_BROKEN');
  if (isRunnable) yield { step: 'simulate' };
  return {
    definition: document,
    problems,
    mended: done.map(({ code, path, title }) => ({ code, path, title })),
    simulation: isRunnable ? await simulateDefinition(context, principal, document) : null,
    stopped,
    ...model.spent,
  };
}

interface Written extends Mended {
  document: JsonObject;
}

async function* write(
  context: Drafting,
  principal: Principal,
  { words, definition, signal }: DraftRequest,
  model: DraftModel,
): AsyncGenerator<ApiDraftStep, { written: Written; stopped: ApiWorkflowDraft['stopped'] }> {
  const messages: Message[] = [{ id: 'words', role: 'user', content: wordsPrompt(words, definition) }];
  const id = definition?.id;
  let best: Written | undefined;
  yield { step: 'write' };
  const system = draftPrompt(await context.surroundings(principal.tenantId));
  for (;;) {
    const reply = await model.ask(system, messages);
    signal.throwIfAborted();
    const found = reply === undefined || reply.length > MOST_CHARS ? undefined : findJson(reply);
    const written = isJsonObject(found)
      ? await mended(context, principal, typeof id === 'string' ? { ...found, id } : found)
      : undefined;
    if (reply !== undefined) yield checked(written);
    if (written && (!best || errorsIn(written).length < errorsIn(best).length)) best = written;
    if (best && errorsIn(best).length === 0) return { written: best, stopped: 'done' };
    const stopped = model.bound();
    if (stopped && best) return { written: best, stopped };
    if (stopped) throw noDraft(stopped);
    const { rounds } = model.spent;
    messages.push(
      { id: `reply-${rounds}`, role: 'assistant', content: (reply ?? '').slice(0, MOST_CHARS) },
      { id: `repair-${rounds}`, role: 'user', content: repairPrompt(written?.problems) },
    );
    yield { step: 'repair', number: rounds, most: MOST_REPAIRS };
  }
}

/** What was written, with what can be put right without the model. */
async function mended(
  { check, mend }: Drafting,
  { tenantId }: Principal,
  document: JsonObject,
): Promise<Written> {
  await nextTurn();
  const size = Array.isArray(document.nodes) ? document.nodes.length : 0;
  if (size > MOST_MENDED) return { document, done: [], problems: (await check(tenantId, document)).problems };
  const tried = await mend(tenantId, document);
  return { ...tried, document: isJsonObject(tried.document) ? tried.document : document };
}

function checked(written: Written | undefined): ApiDraftStep {
  const codes = (found: readonly { code: string }[] = []) => [...new Set(found.map(({ code }) => code))];
  return {
    step: 'check',
    isDefinition: written !== undefined,
    mended: codes(written?.done),
    left: codes(written && errorsIn(written)),
  };
}

const errorsIn = ({ problems }: Pick<Mended, 'problems'>): Mended['problems'] =>
  problems.filter(({ severity }) => severity === 'error');

function offline(): CadenceError {
  return new CadenceError('MODEL_OFFLINE', 'The offline model cannot write workflows.', {
    hint: 'Set a model and its key, as CADENCE_DEFAULT_MODEL=openai:gpt-5-mini and OPENAI_API_KEY; see: cadence doctor',
  });
}
