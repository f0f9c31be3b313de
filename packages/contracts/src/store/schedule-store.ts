import type { JsonObject } from '../json/json.ts';
import type { Tone } from '../run/tones.ts';
import type { Owner } from './owner.ts';
import type { Page, PageQuery } from './page.ts';
import type { NewRun, OnBusy, RunRecord } from './run-record.ts';
import type { RowFilter } from './run-store.ts';
import type { Webhook } from './webhook.ts';

/** A message that is sent whenever it is due. */
export interface ScheduleRecord extends Owner {
  id: string;
  workflowId: string;
  input: string;
  tone: Tone;
  model: string | null;
  metadata: JsonObject;
  /** Where the message goes; a new conversation each time when `null`. */
  conversationId: string | null;
  onBusy: OnBusy;
  /** Who is told when a run ends, or waits for a person. */
  webhook: Webhook | null;
  cron: string;
  /** The IANA name of the time zone that the expression is read in. */
  timeZone: string;
  /** Nothing is due after it. */
  endsAt: string | null;
  enabled: boolean;
  /** The next due time; `null` when there is none. */
  nextAt: string | null;
  createdAt: string;
  updatedAt: string;
}

export type NewSchedule = Omit<ScheduleRecord, 'createdAt' | 'updatedAt'>;

export type ScheduleChanges = Partial<Omit<NewSchedule, 'id' | keyof Owner>>;

/** One due time, and what came of it. */
export interface ScheduleFiring {
  dueAt: string;
  firedAt: string;
  runId: string | null;
  /** Why there is no run. */
  error: { code: string; message: string } | null;
}

/** A due time that somebody saw. */
export interface DueTime {
  scheduleId: string;
  dueAt: string;
  /** The due time after it. */
  nextAt: string | null;
}

export interface ScheduleFilter extends RowFilter {
  workflowId?: string | undefined;
  conversationId?: string | undefined;
  enabled?: boolean | undefined;
}

export interface ScheduleStore {
  /** Throws `TOO_MANY` when the tenant has `most` already. */
  create(schedule: NewSchedule, most: number): Promise<ScheduleRecord>;
  get(tenantId: string, id: string): Promise<ScheduleRecord | undefined>;
  /** Newest first. */
  list(tenantId: string, filter?: PageQuery & ScheduleFilter): Promise<Page<ScheduleRecord>>;
  /** Changes what is given. */
  update(tenantId: string, id: string, changes: ScheduleChanges): Promise<ScheduleRecord | undefined>;
  delete(tenantId: string, id: string): Promise<boolean>;
  /** Removes those that send to a conversation; returns how many. */
  deleteOf(tenantId: string, conversationId: string): Promise<number>;
  /** What is due by the database's clock, the longest first, and when the next one after these is. */
  due(limit: number): Promise<{ now: string; items: ScheduleRecord[]; next: string | null }>;
  /**
   * Accepts the run of a due time, or notes why there is none, and sets the next due time, in one transaction. Returns
   * `undefined` when somebody else has done so or is about to.
   */
  fire(due: DueTime, outcome: FiringOutcome): Promise<FiredTime | undefined>;
  /** The latest ones, newest first: at least the last 100 are kept. */
  firings(scheduleId: string, limit: number): Promise<ScheduleFiring[]>;
}

export type FiringOutcome = { run: NewRun } | { error: { code: string; message: string } };

export interface FiredTime {
  /** `null` where none was accepted. */
  run: RunRecord | null;
}
