// Which tables have something about a person, and what becomes of it when the person is erased. A test compares it with
// the tables that there are, so that a new one has to be thought of here.

export type Fate =
  /** Rows are removed. */
  | 'erased'
  /** Rows stay and no longer tell whom they are about. */
  | 'made anonymous'
  /** There is nothing about a person in them. */
  | 'of nobody';

export const inventory: Readonly<Record<string, Fate>> = {
  conversations: 'erased',
  runs: 'erased',
  run_words: 'erased',
  steps: 'erased',
  event_batches: 'erased',
  handoffs: 'erased',
  profiles: 'erased',
  api_keys: 'erased',
  kept_replies: 'erased',
  schedules: 'erased',
  schedule_firings: 'erased',
  webhook_deliveries: 'erased',
  store_items: 'erased',
  files: 'erased',
  file_bytes: 'erased',
  file_uses: 'erased',
  // Those of the person; what is added up over all owners names nobody.
  usage_totals: 'erased',
  usage_ranks: 'erased',
  // Of a version that did not note whose they were: all of the tenant go. They are of no use after a day.
  idempotent_replies: 'erased',
  // Of graphs that users run themselves, by thread: those that have the id of one of the person's conversations.
  checkpoint_threads: 'erased',
  checkpoints: 'erased',
  checkpoint_writes: 'erased',
  audit_entries: 'made anonymous',
  plugin_versions: 'made anonymous',
  settings: 'made anonymous',
  // Random names of objects; the objects are erased, and the rows after them.
  archives: 'of nobody',
  workflow_versions: 'of nobody',
  workflow_counters: 'of nobody',
  workflows: 'of nobody',
  workflow_nodes: 'of nobody',
  workflow_edges: 'of nobody',
  agents: 'of nobody',
  mcp_servers: 'of nobody',
  secrets: 'of nobody',
  workers: 'of nobody',
  processes: 'of nobody',
  plugins_in_use: 'of nobody',
  // By a hash, for two minutes.
  request_counts: 'of nobody',
  cadence_schema: 'of nobody',
  cadence_contracts: 'of nobody',
  cadence_probe: 'of nobody',
  cadence_clock: 'of nobody',
  cadence_commits: 'of nobody',
};
