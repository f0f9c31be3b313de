/**
 * The saver's tables, in the words of `database/dialect.ts`. `data` of a checkpoint is the step to it from the one in
 * row `base`, which mostly is its `parent`, or from nothing. No two rows share content, so that forks cannot touch one
 * another. `revision` counts how often the same id was stored anew. `run` is the row of the run that made it. `extra_json` holds what has no column because it is hardly ever there.
 */
export const checkpointTables: readonly string[] = [
  `CREATE TABLE checkpoint_threads (
    ordinal SERIAL_KEY,
    thread_id EXACT_TEXT NOT NULL,
    ns EXACT_TEXT NOT NULL,
    UNIQUE (thread_id, ns)
  )`,
  `CREATE TABLE checkpoints (
    ordinal SERIAL_KEY,
    thread BIGINT NOT NULL REFERENCES checkpoint_threads (ordinal) ON DELETE CASCADE,
    checkpoint_id EXACT_TEXT NOT NULL,
    revision INTEGER NOT NULL,
    parent BIGINT,
    base BIGINT,
    run BIGINT,
    node TEXT,
    step INTEGER,
    source TEXT,
    created_at BIGINT NOT NULL,
    extra_json TEXT,
    data BYTES NOT NULL,
    UNIQUE (thread, checkpoint_id)
  )`,
  // The latest is the one stored last: ids hold the time of the machine that made them, and clocks differ.
  'CREATE INDEX checkpoints_by_age ON checkpoints (thread, ordinal)',
  `CREATE TABLE checkpoint_writes (
    ordinal SERIAL_KEY,
    thread BIGINT NOT NULL REFERENCES checkpoint_threads (ordinal) ON DELETE CASCADE,
    checkpoint_id EXACT_TEXT NOT NULL,
    task_id EXACT_TEXT NOT NULL,
    idx INTEGER NOT NULL,
    channel_json TEXT NOT NULL,
    data BYTES NOT NULL,
    UNIQUE (thread, checkpoint_id, task_id, idx)
  )`,
];
