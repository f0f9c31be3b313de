// Stored conversations: a message is committed, then carried out by the worker, here or after a restart.
import { randomUUID } from 'node:crypto';
import {
  CadenceError,
  type HandoffAnswer,
  type JsonObject,
  localOwner,
  type OnBusy,
  type Owner,
  type RunEvent,
  type RunRecord,
  toneOrDefault,
} from '@cadence/contracts';
import { createEventHub, type EventHub, isLast } from '../events/event-hub.ts';
import { forgivingLog } from '../log.ts';
import { type FollowOptions, followRun } from './follow-run.ts';
import type { StoredRunSetup } from './stored-run.ts';
import { checkedAnswer } from './turn-state.ts';
import { startWorker, type WorkerSetup } from './worker.ts';

export interface NewMessage {
  message: string;
  workflowId: string;
  workflowVersion?: number | null;
  /** A new conversation when absent. */
  conversationId?: string;
  tone?: string | null;
  model?: string | null;
  onBusy?: OnBusy;
  owner?: Owner;
  idempotencyKey?: string;
  metadata?: JsonObject;
}

export interface Conversations {
  /** Commits the message before it returns; the run may not have begun. */
  send(message: NewMessage): Promise<RunRecord>;
  /** The run's events, those told already first. */
  follow(runId: string, options?: FollowOptions): AsyncGenerator<RunEvent>;
  /** The run once it has ended, or waits for a person. */
  wait(runId: string, owner?: Owner): Promise<RunRecord>;
  cancel(runId: string, owner?: Owner): Promise<RunRecord>;
  /** Gives a waiting run its answer, and has it go on. */
  answer(handoffId: string, answer: HandoffAnswer, owner?: Owner): Promise<RunRecord>;
  /** Resolves when there is nothing left to do. */
  idle(): Promise<void>;
  /** Takes no further run and waits for those under way; after `patienceMs` they are left for another to take up. */
  drain(patienceMs: number): Promise<void>;
  close(patienceMs?: number): Promise<void>;
}

export type ConversationsSetup = Omit<StoredRunSetup, 'onEvent'> & Omit<WorkerSetup, keyof StoredRunSetup>;

export function startConversations(given: ConversationsSetup): Conversations {
  const setup = { ...given, log: forgivingLog(given.log) };
  const { store } = setup;
  const hub = createEventHub();
  const worker = startWorker({ ...setup, onEvent: hub.publish });

  const find = async (id: string, { tenantId }: Owner) => {
    const run = await store.runs.get(tenantId, id);
    if (run) return run;
    throw new CadenceError('RUN_NOT_FOUND', `There is no run "${id}".`, {
      hint: 'Look at the list of runs.',
    });
  };
  return {
    async send({ message, owner = localOwner, onBusy = 'enqueue', ...rest }) {
      if (message.trim() === '') {
        throw new CadenceError('INPUT_INVALID', 'The message is empty.', {
          hint: 'Write what you would like to know.',
        });
      }
      return worker.accept({
        ...owner,
        id: randomUUID(),
        conversationId: rest.conversationId ?? randomUUID(),
        newConversation: rest.conversationId === undefined,
        workflowId: rest.workflowId,
        workflowVersion: rest.workflowVersion ?? null,
        input: message,
        tone: toneOrDefault(rest.tone),
        model: rest.model ?? null,
        onBusy,
        ...(rest.metadata && { metadata: rest.metadata }),
        ...(rest.idempotencyKey !== undefined && { idempotencyKey: rest.idempotencyKey }),
      });
    },
    follow: (runId, options) => followRun(store, hub, runId, options),
    async wait(runId, owner = localOwner) {
      for (;;) {
        const changed = nextEnd(hub, runId);
        const run = await find(runId, owner);
        if (run.status !== 'queued' && run.status !== 'running') {
          changed.cancel();
          return run;
        }
        await changed.promise;
      }
    },
    async cancel(runId, owner = localOwner) {
      const run = await store.runs.requestCancel(owner.tenantId, runId);
      worker.kick(run?.conversationId);
      return run ?? find(runId, owner);
    },
    async answer(handoffId, answer, { tenantId } = localOwner) {
      const waiting = await store.handoffs.get(tenantId, handoffId);
      const { choices, mustChoose } = waiting ?? { choices: null, mustChoose: false };
      const checked = checkedAnswer({ ...(choices && { choices }), mustChoose }, answer);
      const run = await store.handoffs.answer(tenantId, handoffId, checked);
      worker.kick();
      return run;
    },
    idle: worker.idle,
    drain: worker.stop,
    close: worker.stop,
  };
}

/** Resolves when the run has ended here, or after a while, since it may be another process that ends it. */
function nextEnd(hub: EventHub, runId: string): { promise: Promise<void>; cancel: () => void } {
  const { promise, resolve } = Promise.withResolvers<void>();
  const stopListening = hub.subscribe(runId, (event) => isLast(event) && resolve());
  const timer = setTimeout(resolve, 1000);
  const cancel = () => {
    stopListening();
    clearTimeout(timer);
  };
  return { promise: promise.finally(cancel), cancel };
}
