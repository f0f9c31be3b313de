import type { JsonObject } from '../json/json.ts';
import type { Owner } from './owner.ts';
import type { Page, PageQuery } from './page.ts';
import type { RunRecord } from './run-record.ts';
import type { RowFilter } from './run-store.ts';
import type { Webhook } from './webhook.ts';

/** That a run has ended or waits, told to one address. */
export interface DeliveryRecord extends Owner, Webhook {
  id: string;
  runId: string;
  conversationId: string;
  /** How the run stood. */
  event: RunRecord['status'];
  status: 'waiting' | 'delivered' | 'failed';
  attempts: number;
  /** When it is tried next; `null` when it is not. */
  nextAt: string | null;
  /** What the last attempt was answered with, if at all. */
  responseStatus: number | null;
  error: string | null;
  createdAt: string;
  deliveredAt: string | null;
}

/** A delivery to attempt now, and what was sent before. */
export interface ClaimedDelivery extends DeliveryRecord {
  /** As it was sent first; `null` before that. */
  body: JsonObject | null;
}

/** How an attempt went. */
export interface DeliveryAttempt {
  /** Kept with the first attempt, so that later ones send the same. */
  body: JsonObject | null;
  outcome: 'delivered' | 'failed';
  responseStatus: number | null;
  error: string | null;
  /** In how long it is tried again; `null` when it is not. */
  retryMs: number | null;
}

export interface DeliveryFilter extends RowFilter {
  runId?: string | undefined;
  status?: DeliveryRecord['status'] | undefined;
}

/** Deliveries of webhooks. The commit that ends a run, or has it wait for a person, adds them. */
export interface DeliveryStore {
  get(tenantId: string, id: string): Promise<DeliveryRecord | undefined>;
  /** Newest first. */
  list(tenantId: string, filter?: PageQuery & DeliveryFilter): Promise<Page<DeliveryRecord>>;
  /**
   * Takes what is due, the longest first, and how long until the next one is. What is not settled within `leaseMs`, as
   * its process has ended, is due again.
   */
  claim(limit: number, leaseMs: number): Promise<{ items: ClaimedDelivery[]; nextMs: number | null }>;
  /** Notes how an attempt went, unless somebody else has taken the delivery since. */
  settle(delivery: ClaimedDelivery, attempt: DeliveryAttempt): Promise<void>;
  /** Has it tried again from the beginning, now. */
  redeliver(tenantId: string, id: string): Promise<DeliveryRecord | undefined>;
}
