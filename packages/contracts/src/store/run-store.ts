import type { JsonObject } from '../json/json.ts';
import type { ToolCall } from '../run/message.ts';
import type { RunEvent } from '../run/run-event.ts';
import type { Owner } from './owner.ts';
import type { Page, PageQuery } from './page.ts';
import type { UserProfile } from './profile-store.ts';
import type { RecordedEntry } from './recorded.ts';
import type { RunCommit } from './run-commit.ts';
import type {
  ConversationRecord,
  NewFeedback,
  NewRun,
  RunFeedback,
  RunOutcome,
  RunRecord,
  StoredAnswer,
} from './run-record.ts';

/** The right to work on one conversation, until it is given back or has gone stale. */
export interface Lease {
  conversationId: string;
  holder: string;
  /** Grows with every take-over; what a former holder writes is refused (`LEASE_LOST`). */
  fence: number;
}

export interface ClaimOptions {
  /** Runs of these conversations and of no other. */
  conversationIds?: readonly string[] | undefined;
  /** How many at most; one when absent. */
  most?: number;
  /** Conversations that the holder has let go of without giving them back, so that it may have them again. */
  left?: readonly string[];
  /** Of what is queued only what has waited for so long. */
  waitedMs?: number;
}

/** A run is not accepted since another version is published than was when its workflow was looked up. */
export class OtherVersion extends Error {}

/** A run to carry out, and the right to do so. */
export interface ClaimedRun {
  run: RunRecord;
  lease: Lease;
  /** How often it blocked the event loop of its process, which did not live on. */
  strikes: number;
  /** What is known of its owner, if that was read with it; `null` for nothing. */
  profile?: UserProfile | null;
  /** Its conversation was made with it: nothing was said or kept there before. */
  isFirst?: true;
  /** It was set aside, and nobody who can carry it out has come for longer than was to be expected. */
  overdue?: boolean;
}

/** How a run ended, or that it waits for a person. */
export interface EndedRun {
  status: RunRecord['status'];
  /** Whether another run of its conversation can be taken up, now or later. */
  hasNext: boolean;
}

/** A hand-off with the run it belongs to. */
export interface HandoffRecord extends Owner {
  id: string;
  runId: string;
  conversationId: string;
  node: string;
  question: string;
  choices: string[] | null;
  mustChoose: boolean;
  /** The calls that wait for approval. */
  calls: ToolCall[] | null;
  /** The run was told to pause here: nobody is asked anything. */
  pause?: true;
  /** `cancelled` with its run, before anyone answered. */
  status: 'waiting' | 'answered' | 'cancelled';
  answer: StoredAnswer | null;
  createdAt: string;
  answeredAt: string | null;
}

/** Whose rows a listing has, and of which conversations. */
export interface RowFilter {
  ownerId?: string;
  /** Of conversations in which no other workflows took part. */
  scopes?: readonly string[];
}

/** Where a conversation stands: by its runs that have not ended, or else by how the last one did. */
export type ConversationStatus = 'idle' | 'busy' | 'interrupted' | 'error';

export interface ConversationStore {
  /** Makes it; one that the tenant has already is returned as it is. */
  create(
    conversation: Owner & { id: string; title?: string; metadata?: JsonObject },
  ): Promise<ConversationRecord>;
  /** Changes what is given. */
  update(
    tenantId: string,
    id: string,
    changes: { title?: string; metadata?: JsonObject },
  ): Promise<ConversationRecord | undefined>;
  get(tenantId: string, id: string): Promise<ConversationRecord | undefined>;
  /** First the one with the latest message, or the one that began last. */
  list(
    tenantId: string,
    filter?: PageQuery &
      RowFilter & { status?: ConversationStatus; ids?: readonly string[]; order?: 'activity' | 'creation' },
  ): Promise<Page<ConversationRecord>>;
  /** With its runs, events, steps and ledger. */
  delete(tenantId: string, id: string): Promise<boolean>;
  /** Removes conversations untouched since `before`, a few at a time and none that is at work; returns how many. */
  purge(before: string): Promise<number>;
  /** How many of the oldest a purge would remove; of so many it looks at no more. */
  countUntouched(before: string): Promise<{ count: number; isMore: boolean }>;
}

/** Which runs are listed: those that are all of it. By text, tool, error and tag a run is found once it has ended. */
export interface RunFilter extends PageQuery, RowFilter {
  conversationId?: string | undefined;
  status?: RunRecord['status'] | undefined;
  workflowId?: string | undefined;
  /** Words that the question or the answer has, all of them, the last one possibly in part. */
  text?: string | undefined;
  /** A tool that was called. */
  tool?: string | undefined;
  errorCode?: string | undefined;
  /** One of the `tags` in its metadata. */
  tag?: string | undefined;
  /** Sent at this time or later. */
  from?: string | undefined;
  /** Sent before this time. */
  to?: string | undefined;
  feedback?: RunFeedback['value'] | undefined;
  /** So many tokens at least, in and out. */
  minTokens?: number | undefined;
  /** It cost so much at least; of some it is not known. */
  minCost?: number | undefined;
}

export interface RunStore {
  /**
   * Commits a message durably. When the conversation has unfinished runs: `enqueue` waits behind them, `reject`
   * throws `CONVERSATION_BUSY`, `interrupt` asks the one at work to stop and cancels those that wait, `rollback`
   * does the same and has the effects of the one at work undone.
   */
  accept(run: NewRun): Promise<RunRecord>;
  /**
   * The same, and in the same commit the claim of that run, if its turn has come. `onClaimed` hears of it once that is
   * committed; the promise resolves once it is on the disk.
   */
  acceptAndClaim(
    run: NewRun,
    holder: string,
    leaseMs: number,
    options?: Pick<ClaimOptions, 'left'> & { onClaimed?: (claimed: ClaimedRun) => void },
  ): Promise<{ run: RunRecord; claimed: ClaimedRun | undefined }>;
  get(tenantId: string, id: string): Promise<RunRecord | undefined>;
  /** Newest first. */
  list(tenantId: string, filter?: RunFilter): Promise<Page<RunRecord>>;
  /**
   * Takes the next runs to carry out: those left `running` by a holder whose lease is stale, else `queued` ones of
   * conversations that nobody holds: of the tenant that has the fewest at work for its weight, those that have waited
   * longest. Stale is judged by the database's clock; where the store can tell that the holder's process has ended, it
   * is stale at once. What the holder has itself is never handed to it again. There may be more than were handed out,
   * unless there were none.
   */
  claim(holder: string, leaseMs: number, options?: ClaimOptions): Promise<ClaimedRun[]>;
  /** Prolongs the lease; tells whether the run was asked to stop. Throws `LEASE_LOST` when another holds it. */
  renew(
    lease: Lease,
    runId: string,
    leaseMs: number,
  ): Promise<{ cancelRequested: boolean; rollback: boolean }>;
  /** Adds to the strikes of a run, or takes some back; one that is gone has none. */
  addStrikes(runId: string, count: number): Promise<void>;
  /**
   * Stores what the run did since its last commit. Event numbers go on from the last one without a gap, else
   * `LEASE_LOST`. A commit with calls that start is on the disk before the promise resolves.
   */
  commit(lease: Lease, runId: string, commit: RunCommit): Promise<void>;
  /**
   * Ends the run with its last commit, and gives the lease back. One that is to be undone ends as cancelled whatever
   * its outcome, and so does one that waits for a person and was asked to stop; the last event is stored accordingly.
   */
  finish(lease: Lease, runId: string, outcome: RunOutcome, commit?: RunCommit): Promise<EndedRun>;
  /**
   * Sets a run aside that cannot be carried out here, for `reason`; that does not count as an attempt. `claim` passes it
   * by. After `patienceMs` it is overdue; with `null` never.
   */
  park(lease: Lease, runId: string, why: { reason: string; patienceMs: number | null }): Promise<void>;
  /**
   * Takes a run that was set aside, for any reason but those that this claimant is `unable` to do anything about; of
   * those it gets the ones that are overdue.
   */
  claimParked(
    holder: string,
    leaseMs: number,
    options: { unable: readonly string[]; conversationIds?: readonly string[] | undefined },
  ): Promise<ClaimedRun | undefined>;
  /** Undoes what the run did to the conversation: its steps go, its record and events stay. */
  rollBack(lease: Lease, runId: string): Promise<void>;
  /**
   * Removes the record, the events and the ledger of a run that has ended; what it did to the conversation stays.
   * Throws `CONVERSATION_BUSY` when it has not ended.
   */
  remove(tenantId: string, conversationId: string, id: string): Promise<void>;
  /** Lets its owner find the run by this key; the one before is void. */
  letFind(tenantId: string, id: string, key: string): Promise<void>;
  /** The newest run of the owner with this key. */
  findBy(owner: Owner, key: string): Promise<RunRecord | undefined>;
  /** The latest feedback stands; `null` takes it back. Nothing when there is no such run. */
  giveFeedback(tenantId: string, id: string, feedback: NewFeedback | null): Promise<RunRecord | undefined>;
  /** A queued run is cancelled at once; one at work is asked to stop. */
  requestCancel(tenantId: string, id: string): Promise<RunRecord | undefined>;
  /** When any run waits or was left behind. */
  hasWork(): Promise<boolean>;
  /** How many conversations are at work or could be, counted up to `most`. */
  countOpen(most: number): Promise<number>;
  /** How many runs wait to be taken up. */
  countQueued(): Promise<number>;
}

export interface HandoffStore {
  /** Oldest first. */
  waiting(tenantId: string, filter?: PageQuery & RowFilter): Promise<Page<HandoffRecord>>;
  /** All of a conversation, newest first. */
  ofConversation(tenantId: string, conversationId: string, page?: PageQuery): Promise<Page<HandoffRecord>>;
  get(tenantId: string, id: string): Promise<HandoffRecord | undefined>;
  /** Records the answer and queues its run anew; throws `HANDOFF_NOT_WAITING` when there is nothing to answer. */
  answer(tenantId: string, id: string, answer: StoredAnswer): Promise<RunRecord>;
}

/** The events of runs. `RunStore.commit` appends them. */
export interface EventStore {
  /** Events after `afterSeq`, in order. */
  read(runId: string, afterSeq: number, limit?: number): Promise<RunEvent[]>;
  lastSeq(runId: string): Promise<number>;
  /** What the run got from outside, in order; nothing when it was not recorded. */
  recorded(runId: string): Promise<RecordedEntry[]>;
  /** How the run stands, whatever it has told; `undefined` when there is none. */
  statusOf(runId: string): Promise<RunRecord['status'] | undefined>;
}
