import type { JsonObject } from '../json/json.ts';
import type { Owner } from './owner.ts';

/** Something that a program keeps under a name, for later conversations. */
export interface ItemRecord {
  /** From the outermost on; none has a period. */
  namespace: string[];
  key: string;
  value: JsonObject;
  createdAt: string;
  updatedAt: string;
}

export interface ItemPlace {
  namespace: readonly string[];
  key: string;
}

/** Items by namespace and key. Each owner has a space of its own. */
export interface ItemStore {
  /** Replaces what is there. With `ttlMs` it is gone when nobody has written it, or read it with `refresh`, for so long. */
  put(owner: Owner, item: ItemPlace & { value: JsonObject; ttlMs: number | null }): Promise<void>;
  get(owner: Owner, place: ItemPlace, options?: { refresh?: boolean }): Promise<ItemRecord | undefined>;
  /** Whether there was one. */
  delete(owner: Owner, place: ItemPlace): Promise<boolean>;
  /** Those in a namespace and the ones inside it, in the order of their namespaces and keys, after one of them. */
  list(
    owner: Owner,
    prefix: readonly string[],
    page: { limit: number; after?: ItemPlace | undefined },
  ): Promise<ItemRecord[]>;
  /** Has items live on that were read. */
  refresh(owner: Owner, places: readonly ItemPlace[]): Promise<void>;
  /** Namespaces that have items, inside the prefix, in order, after one of them and all that is inside that. */
  namespaces(
    owner: Owner,
    prefix: readonly string[],
    page: { limit: number; after?: readonly string[] | undefined; maxDepth?: number | undefined },
  ): Promise<string[][]>;
}
