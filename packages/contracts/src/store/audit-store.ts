import type { JsonObject } from '../json/json.ts';
import type { Page, PageQuery } from './page.ts';

export interface AuditEntry {
  id: string;
  tenantId: string;
  /** Id of the key, or `local` where none is needed. */
  actor: string;
  /** What was asked for, as `workflow.put`. */
  action: string;
  /** Id of what it was done to. */
  target: string | null;
  outcome: 'done' | 'refused' | 'failed';
  requestId: string | null;
  ip: string | null;
  time: string;
  /** Never a secret, nor what people or models wrote. */
  details: JsonObject;
}

export interface AuditFilter extends PageQuery {
  actor?: string;
  action?: string;
  target?: string;
  outcome?: AuditEntry['outcome'];
  /** Is in the actor, the action or the target, in small letters or capital ones. */
  text?: string;
  /** First time that is included. */
  from?: string;
  /** First time that is not. */
  to?: string;
}

/** Who changed what. Entries are added and never altered. */
export interface AuditStore {
  append(entry: Omit<AuditEntry, 'id' | 'time'>): Promise<AuditEntry>;
  /** Newest first. */
  list(tenantId: string, filter?: AuditFilter): Promise<Page<AuditEntry>>;
}
