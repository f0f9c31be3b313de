// Stored conversations: a message is committed, then carried out by the worker, here or after a restart.
import {
  CadenceError,
  type HandoffRecord,
  isLiveText,
  isRunEvent,
  type JsonObject,
  type LiveText,
  localOwner,
  type NewRun,
  type OnBusy,
  type Owner,
  type Part,
  type ReplyTerms,
  type RunEvent,
  type RunPauses,
  type RunPins,
  type RunRecord,
  type RunStart,
  runTopic,
  type Signals,
  type Store,
  type StoredAnswer,
  toneOrDefault,
  type Webhook,
} from '@cadence-agents/contracts';
import { createLocalSignals } from '../events/local-signals.ts';
import { forgivingLog } from '../log.ts';
import { newId } from '../machine.ts';
import { checkEdits } from '../tools/approval.ts';
import {
  type Followed,
  type FollowOptions,
  followLive,
  followRun,
  isLast,
  type LiveOptions,
} from './follow-run.ts';
import { isPluginAway, lasting } from './plugin-away.ts';
import type { ObserveRun } from './run-observer.ts';
import type { StoredRunSetup } from './stored-run.ts';
import { TextWaits } from './text-waits.ts';
import { checkedAnswer } from './turn-state.ts';
import { acceptOnly, signalWork, startWorker, type Worker, type WorkerOptions } from './worker.ts';

export interface NewMessage {
  message: string;
  /** The sender's own id of the message. */
  messageId?: string;
  /** What the message is made of where it is not plain words; `message` has the words of them. */
  parts?: Part[];
  workflowId: string;
  workflowVersion?: number | null;
  /** See `NewRun.published`. */
  published?: number;
  /** A new conversation when absent. */
  conversationId?: string;
  tone?: string | null;
  model?: string | null;
  onBusy?: OnBusy;
  owner?: Owner;
  idempotencyKey?: string;
  metadata?: JsonObject;
  /** What the caller asks of the reply. */
  terms?: ReplyTerms;
  /** For a run whose message is in the conversation already; `message` is then what it is listed by. */
  start?: RunStart;
  pauses?: RunPauses;
  /** The step of the conversation that it is asked after; `null` for before all of them. The latest when absent. */
  goesBackTo?: string | null;
  pins?: RunPins;
  delayMs?: number;
  /** Who is told when the run ends, or waits for a person. */
  webhook?: Webhook;
}

export interface Conversations {
  /** Commits the message before it returns; the run may not have begun. */
  send(message: NewMessage): Promise<RunRecord>;
  /** The run's events, those told already first. */
  follow(runId: string, options?: FollowOptions): AsyncGenerator<RunEvent>;
  /** The same, and text as it comes, before it is stored. */
  followLive(runId: string, options?: LiveOptions): AsyncGenerator<Followed>;
  /** Those in the store, with all that runs under way here have told. */
  events: Store['events'];
  /** The run once it has ended, or waits for a person. */
  wait(runId: string, owner?: Owner): Promise<RunRecord>;
  cancel(runId: string, owner?: Owner): Promise<RunRecord>;
  /** Gives a waiting run its answer, and has it go on. */
  answer(handoffId: string, answer: StoredAnswer, owner?: Owner): Promise<RunRecord>;
  /** With its runs, their events and its states; whoever follows one of them is told. */
  deleteConversation(conversationId: string, owner?: Owner): Promise<boolean>;
  /** Resolves when there is nothing left to do. */
  idle(): Promise<void>;
  /** Rejects with a typed error once the store keeps the worker from working: whoever waits would wait for ever. */
  failed: Promise<never>;
  /** Takes no further run and waits for those under way; after `timeoutMs` they are left for another to take up. */
  drain(timeoutMs: number): Promise<void>;
  close(timeoutMs?: number): Promise<void>;
}

export interface ConversationsSetup extends Omit<StoredRunSetup, 'onEvent' | 'onText'> {
  /** Whether and how runs are carried out here; without a worker they wait for a process that has one. */
  worker?: false | WorkerOptions | undefined;
  /** Within this process when absent. */
  signals?: Signals | undefined;
  observe?: ObserveRun | undefined;
  /** Another object whenever other tools are here; see `WorkerSetup`. */
  tools?: (() => unknown) | undefined;
}

export function startConversations({ worker: role = {}, ...given }: ConversationsSetup): Conversations {
  const log = forgivingLog(given.log);
  const { store, signals = createLocalSignals(log) } = given;
  const onEvent = (event: RunEvent) => signals.publish(runTopic(event.runId), event);
  const onText = (text: LiveText, topic: string) => signals.publish(topic, text);
  const faults = new RunFaults();
  const textWaits = new TextWaits(signals);
  const onLeft = faults.tell;
  const worker = role
    ? startWorker({
        textBlockMs: textWaits.blockMs,
        ...given,
        ...role,
        log,
        signals,
        onEvent,
        onText,
        onLeft,
      })
    : noWorker(store, signals);

  const events: Store['events'] = {
    ...store.events,
    async read(runId, ...range) {
      await worker.storeTold(runId);
      return store.events.read(runId, ...range);
    },
  };
  const find = async (id: string, { tenantId }: Owner) => {
    const run = await store.runs.get(tenantId, id);
    if (run) return run;
    throw new CadenceError('RUN_NOT_FOUND', `There is no run "${id}".`, {
      hint: 'Look at the list of runs.',
    });
  };
  return {
    send: async (message) => worker.accept(newRun(message)),
    follow: (runId, options) => textWaits.reading(runId, followRun(events, signals, runId, options)),
    followLive: (runId, options) => followLive(events, signals, runId, options),
    events,
    async wait(runId, owner = localOwner) {
      for (;;) {
        const changed = nextEnd(signals, runId);
        const run = await find(runId, owner);
        if (run.status !== 'queued' && run.status !== 'running') {
          changed.cancel();
          return run;
        }
        await faults.orFault(runId, changed.promise);
      }
    },
    async cancel(runId, owner = localOwner) {
      const run = await store.runs.requestCancel(owner.tenantId, runId);
      if (!run) return find(runId, owner);
      lookAgain(signals, run);
      signalWork(signals, run.conversationId);
      return run;
    },
    async answer(handoffId, answer, { tenantId } = localOwner) {
      const waiting = await store.handoffs.get(tenantId, handoffId);
      const checked = await answerTo(waiting, answer, { ...given, hasOthers: worker.hasOthers });
      const run = await store.handoffs.answer(tenantId, handoffId, checked);
      signalWork(signals, run.conversationId);
      return run;
    },
    deleteConversation: (id, { tenantId } = localOwner) => deleteConversation(store, signals, tenantId, id),
    idle: worker.idle,
    failed: worker.failed,
    drain: worker.stop,
    close: worker.stop,
  };
}

function newRun({ message, owner = localOwner, onBusy = 'enqueue', ...rest }: NewMessage): NewRun {
  if (!rest.start && message.trim() === '' && !rest.parts) {
    throw new CadenceError('INPUT_INVALID', 'The message is empty.', {
      hint: 'Write what you would like to know.',
    });
  }
  const { conversationId, workflowVersion = null, tone, model = null, messageId, parts, ...given } = rest;
  return {
    ...given,
    ...owner,
    id: newId(),
    conversationId: conversationId ?? newId(),
    newConversation: conversationId === undefined,
    workflowVersion,
    input: message,
    ...(messageId !== undefined && { inputId: messageId }),
    ...(parts && { inputParts: parts }),
    tone: toneOrDefault(tone),
    model,
    onBusy,
  };
}

/** Those who wait for runs that the store keeps from going on. */
class RunFaults {
  readonly #waiting = new Map<string, PromiseWithResolvers<never>>();

  readonly tell = (runId: string, error: unknown): void => {
    const { code, message } = CadenceError.from(error);
    const told = new CadenceError(code, message, {
      hint: 'The message was taken: its run goes on by itself when the database works again.',
      details: { runId },
      cause: error,
    });
    this.#waiting.get(runId)?.reject(told);
    this.#waiting.delete(runId);
  };

  /** Waits for the promise, or rejects with what keeps the run from going on. */
  async orFault(runId: string, promise: Promise<void>): Promise<void> {
    const known = this.#waiting.get(runId);
    const fault = known ?? Promise.withResolvers<never>();
    if (!known) this.#waiting.set(runId, fault);
    try {
      await Promise.race([promise, fault.promise]);
    } finally {
      if (!known) this.#waiting.delete(runId);
    }
  }
}

/**
 * The answer, if it is one to what was asked; what is not waited for any more is the store's to refuse. Where a plugin of
 * the run is not here but may be elsewhere, its tools check what they are given when they run.
 */
async function answerTo(
  waiting: HandoffRecord | undefined,
  answer: StoredAnswer,
  {
    store,
    workflowFor,
    hasOthers,
  }: Pick<StoredRunSetup, 'store' | 'workflowFor'> & Pick<Worker, 'hasOthers'>,
): Promise<StoredAnswer> {
  if (waiting?.status !== 'waiting') return answer;
  const { choices, mustChoose, calls } = waiting;
  const checked = checkedAnswer({ ...(choices && { choices }), mustChoose }, answer);
  const run = await store.runs.get(waiting.tenantId, waiting.runId);
  const { args, declined, results } = checked;
  const isEdited = Object.keys({ ...args, ...declined, ...results }).length > 0;
  let isElsewhere = false;
  const workflow = await (run && workflowFor(run))?.catch(async (error: unknown) => {
    isElsewhere = isPluginAway(lasting(error)) && (await hasOthers());
    // What is wrong with its workflow for good is told by the run, when it goes on.
    if (!isElsewhere && (isEdited || isPluginAway(lasting(error)))) throw error;
    return undefined;
  });
  if (isEdited) checkEdits(calls ?? [], checked, isElsewhere ? 'elsewhere' : (name) => workflow?.tool(name));
  return checked;
}

/** Tells those who follow its runs to look again, and whoever carries one out. */
async function deleteConversation(
  store: Store,
  signals: Signals,
  tenantId: string,
  conversationId: string,
): Promise<boolean> {
  const open = await Promise.all(
    (['queued', 'running'] as const).map((status) => store.runs.list(tenantId, { conversationId, status })),
  );
  const deleted = await store.conversations.delete(tenantId, conversationId);
  for (const run of open.flatMap(({ items }) => items)) lookAgain(signals, run);
  signalWork(signals, conversationId);
  return deleted;
}

/** Has those who follow a run look at the store, which has changed without an event that they are sent. */
function lookAgain(signals: Signals, { id, conversationId }: RunRecord): void {
  signals.publish(runTopic(id), { type: 'work', conversationId });
}

/** Accepts runs and leaves them to others. */
function noWorker(store: Store, signals: Signals): Worker {
  return {
    accept: (run) => acceptOnly({ store, signals }, run),
    storeTold: async () => {},
    hasOthers: async () => true,
    idle: async () => {},
    failed: new Promise(() => {}),
    stop: async () => {},
  };
}

/** Resolves when a signal says that the run has ended or that the store knows more, or after a while, since signals can be lost. */
function nextEnd(signals: Signals, runId: string): { promise: Promise<void>; cancel: () => void } {
  const { promise, resolve } = Promise.withResolvers<void>();
  const stopListening = signals.subscribe(runTopic(runId), (signal) => {
    if (isRunEvent(signal) ? isLast(signal) : !isLiveText(signal)) resolve();
  });
  const timer = setTimeout(resolve, 1000);
  const cancel = () => {
    stopListening();
    clearTimeout(timer);
  };
  return { promise: promise.finally(cancel), cancel };
}
