export interface LruCacheOptions<V> {
  maxEntries: number;
  /** The most that all entries may weigh together; unlimited when absent. */
  maxSize?: number;
  /** What an entry weighs. */
  sizeOf?: (value: V) => number;
}

/** A bounded cache: where one more entry would be too many or too much, those not used for the longest time go. */
export class LruCache<K, V> {
  readonly #options: Required<LruCacheOptions<V>>;
  // A Map keeps its keys in the order of their insertion: the least recently used one comes first.
  readonly #entries = new Map<K, { value: V; size: number }>();
  #size = 0;

  constructor(options: LruCacheOptions<V> | number) {
    const given = typeof options === 'number' ? { maxEntries: options } : options;
    this.#options = { maxSize: Number.POSITIVE_INFINITY, sizeOf: () => 0, ...given };
  }

  get(key: K): V | undefined {
    const entry = this.#entries.get(key);
    if (entry === undefined) return undefined;
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    return entry.value;
  }

  set(key: K, value: V): void {
    this.delete(key);
    const size = this.#options.sizeOf(value);
    this.#entries.set(key, { value, size });
    this.#size += size;
    for (const oldest of this.#entries.keys()) {
      if (this.#entries.size <= this.#options.maxEntries && this.#size <= this.#options.maxSize) break;
      this.delete(oldest);
    }
  }

  delete(key: K): void {
    this.#size -= this.#entries.get(key)?.size ?? 0;
    this.#entries.delete(key);
  }

  /** The cached value, or the one that `create` makes, which is cached from here on. */
  getOrCreate(key: K, create: () => V): V {
    const cached = this.get(key);
    if (cached !== undefined) return cached;
    const created = create();
    this.set(key, created);
    return created;
  }
}
