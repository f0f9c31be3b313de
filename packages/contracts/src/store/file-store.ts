import type { Owner } from './owner.ts';

/** A stored file. The same bytes of the same owner are one file. */
export interface FileRecord extends Owner {
  id: string;
  /** SHA-256 of its bytes, in hexadecimal. */
  hash: string;
  name: string;
  /** As `image/png`. */
  mediaType: string;
  /** In bytes. */
  size: number;
  createdAt: string;
}

export interface NewFile extends Owner {
  bytes: Uint8Array;
  name: string;
  mediaType: string;
}

/** What a document says, or why that cannot be told. */
export type FileText = { text: string } | { problem: string };

/**
 * Bytes that messages refer to, kept once for each tenant. A file goes when no conversation uses it any more, and one
 * that none ever used goes after a day.
 */
export interface FileStore {
  put(file: NewFile): Promise<FileRecord>;
  get(tenantId: string, id: string): Promise<FileRecord | undefined>;
  read(tenantId: string, id: string): Promise<Uint8Array | undefined>;
  /** What was read of it, once it was. */
  text(tenantId: string, id: string): Promise<FileText | undefined>;
  /** For all files with the same bytes. */
  keepText(tenantId: string, id: string, text: FileText): Promise<void>;
  /** Notes that a conversation has messages with these files. Those that are not the tenant's are passed over. */
  use(tenantId: string, conversationId: string, ids: readonly string[]): Promise<void>;
  /** Whether there was one. */
  delete(tenantId: string, id: string): Promise<boolean>;
  /** The conversations that use it, some of them. */
  usedIn(id: string, limit: number): Promise<string[]>;
}
