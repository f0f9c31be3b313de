import type { Role } from '../roles.ts';
import type { Page, PageQuery } from './page.ts';

/** What is known of an API key. Its secret is not: only a hash of that is kept. */
export interface KeyRecord {
  id: string;
  name: string | null;
  role: Role;
  tenantId: string;
  /** Whose rows it sees; all of the tenant's when `null`. */
  userId: string | null;
  /** Ids of the workflows it may use; `null` for all. */
  scopes: string[] | null;
  createdAt: string;
  expiresAt: string | null;
  lastUsedAt: string | null;
  revokedAt: string | null;
}

export interface NewKey extends Omit<KeyRecord, 'createdAt' | 'lastUsedAt' | 'revokedAt'> {
  secretHash: string;
}

export interface KeyStore {
  create(key: NewKey): Promise<KeyRecord>;
  /** By id alone, since the tenant is what a key tells. */
  find(id: string): Promise<{ record: KeyRecord; secretHash: string } | undefined>;
  /**
   * Makes a key in the place of one that is valid, which ends after the grace, or earlier if it would have; `undefined`
   * when there is no such key.
   */
  rotate(
    tenantId: string,
    id: string,
    rotation: { next: NewKey; graceMs: number },
  ): Promise<{ before: KeyRecord; record: KeyRecord } | undefined>;
  /** Newest first, revoked ones too. */
  list(tenantId: string, filter?: PageQuery & { userId?: string }): Promise<Page<KeyRecord>>;
  /** For good; again does nothing more. */
  revoke(tenantId: string, id: string): Promise<KeyRecord | undefined>;
  /** Notes that the key was used; at most one write a minute. */
  touch(id: string): Promise<void>;
}
