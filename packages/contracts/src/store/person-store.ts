import type { JsonObject } from '../json/json.ts';
import type { Page, PageQuery } from './page.ts';

/** One thing that is kept about a person. */
export interface PersonalRecord {
  /**
   * What it is: `profile`, `key`, `conversation`, `message`, `run`, `event`, `hand-off`, `usage`, `reply`, `plugin`,
   * `setting`, `audit entry`.
   */
  kind: string;
  data: JsonObject;
}

/** Somebody who had runs, has a profile, or has keys. */
export interface PersonRecord {
  id: string;
  /** As the profile has it. */
  name: string | null;
  /** Counted up to a hundred. */
  runs: number;
  hasMoreRuns: boolean;
  /** When their newest run began. */
  lastSeenAt: string | null;
  /** Counted up to a hundred. */
  keys: number;
  hasProfile: boolean;
}

/** How many rows of which table are gone, or no longer tell whom they are about. */
export type ErasedRows = Record<string, number>;

/** Everything that is kept about a person: by id, as keys name their users. */
export interface PersonStore {
  /** In the order of their ids; those whose ids begin with `prefix`. */
  list(tenantId: string, filter?: PageQuery & { prefix?: string }): Promise<Page<PersonRecord>>;
  /** All of it, one by one. */
  export(tenantId: string, userId: string): AsyncGenerator<PersonalRecord>;
  /** Their conversations, and those in which they had a run. */
  conversations(tenantId: string, userId: string): Promise<string[]>;
  /**
   * Removes all of it, and what the audit log has of them; where the database is a file, also from the pages that held
   * it. Others wait while that is rewritten.
   */
  erase(tenantId: string, userId: string): Promise<ErasedRows>;
}
