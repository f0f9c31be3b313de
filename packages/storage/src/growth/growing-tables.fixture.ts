/** Those that have more rows with every conversation, run or request. The others have what somebody set up. */
const growing: ReadonlySet<string> = new Set([
  'conversations',
  'runs',
  'event_batches',
  'steps',
  'handoffs',
  'audit_entries',
  'api_keys',
  'profiles',
  'kept_replies',
  'usage_totals',
  'usage_ranks',
  'checkpoint_threads',
  'checkpoints',
  'checkpoint_writes',
  'archives',
  'webhook_deliveries',
  'store_items',
  'files',
  'file_bytes',
  'file_uses',
  'run_words',
]);

/** Also of a partition of such a table. */
export const isGrowing = (table: string): boolean =>
  growing.has(table.replace(/^event_batches_\w+$/, 'event_batches'));
