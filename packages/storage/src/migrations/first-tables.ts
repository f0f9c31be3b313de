// Text columns named `…_json` hold JSON. What people and models write is kept as JSON text too, because PostgreSQL has
// no NUL in its texts and JSON escapes it. Times are milliseconds since 1970 by the database's clock, flags 0 and 1.
import type { Migration } from './migration.ts';

const workflowTables = [
  `CREATE TABLE workflow_versions (
    tenant_id EXACT_TEXT NOT NULL,
    workflow_id EXACT_TEXT NOT NULL,
    version INTEGER NOT NULL,
    definition_json TEXT NOT NULL,
    hash EXACT_TEXT NOT NULL,
    deleted INTEGER NOT NULL,
    created_at BIGINT NOT NULL,
    PRIMARY KEY (tenant_id, workflow_id, version)
  )`,
  // Outlives a deleted workflow, so that its numbers are never given to another content.
  `CREATE TABLE workflow_counters (
    tenant_id EXACT_TEXT NOT NULL,
    workflow_id EXACT_TEXT NOT NULL,
    last_version INTEGER NOT NULL,
    PRIMARY KEY (tenant_id, workflow_id)
  )`,
  `CREATE TABLE workflows (
    tenant_id EXACT_TEXT NOT NULL,
    id EXACT_TEXT NOT NULL,
    name TEXT NOT NULL,
    description TEXT,
    is_conversational INTEGER,
    entrypoint_node_id EXACT_TEXT NOT NULL,
    limits TEXT,
    agents TEXT,
    published_version INTEGER NOT NULL,
    PRIMARY KEY (tenant_id, id)
  )`,
  `CREATE TABLE workflow_nodes (
    tenant_id EXACT_TEXT NOT NULL,
    id EXACT_TEXT NOT NULL,
    workflow_id EXACT_TEXT NOT NULL,
    node_type TEXT NOT NULL,
    node_name TEXT NOT NULL,
    agent_id EXACT_TEXT,
    config TEXT,
    ordinal INTEGER NOT NULL,
    PRIMARY KEY (tenant_id, workflow_id, id),
    FOREIGN KEY (tenant_id, workflow_id) REFERENCES workflows (tenant_id, id) ON DELETE CASCADE
  )`,
  `CREATE TABLE workflow_edges (
    tenant_id EXACT_TEXT NOT NULL,
    id EXACT_TEXT NOT NULL,
    workflow_id EXACT_TEXT NOT NULL,
    source_node_id EXACT_TEXT NOT NULL,
    target_node_id EXACT_TEXT,
    condition_type TEXT NOT NULL,
    condition_value TEXT,
    ordinal INTEGER NOT NULL,
    PRIMARY KEY (tenant_id, workflow_id, id),
    FOREIGN KEY (tenant_id, workflow_id) REFERENCES workflows (tenant_id, id) ON DELETE CASCADE
  )`,
  `CREATE TABLE agents (
    tenant_id EXACT_TEXT NOT NULL,
    id EXACT_TEXT NOT NULL,
    name TEXT NOT NULL,
    definition_json TEXT NOT NULL,
    PRIMARY KEY (tenant_id, id)
  )`,
];

const runTables = [
  // `ready_at` says since when there is work and is null when there is none; 0 marks a run that was begun.
  `CREATE TABLE conversations (
    ordinal SERIAL_KEY,
    id EXACT_TEXT NOT NULL UNIQUE,
    tenant_id EXACT_TEXT NOT NULL,
    owner_id EXACT_TEXT NOT NULL,
    title_json TEXT,
    metadata_json TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL,
    last_position INTEGER NOT NULL,
    ready_at BIGINT,
    lease_holder EXACT_TEXT,
    lease_until BIGINT NOT NULL,
    lease_fence BIGINT NOT NULL,
    lease_run_id EXACT_TEXT
  )`,
  'CREATE INDEX conversations_by_tenant ON conversations (tenant_id, ordinal)',
  'CREATE INDEX conversations_ready ON conversations (ready_at) WHERE ready_at IS NOT NULL',
  'CREATE INDEX conversations_by_age ON conversations (updated_at)',
  `CREATE TABLE runs (
    ordinal SERIAL_KEY,
    id EXACT_TEXT NOT NULL UNIQUE,
    tenant_id EXACT_TEXT NOT NULL,
    owner_id EXACT_TEXT NOT NULL,
    conversation_id EXACT_TEXT NOT NULL REFERENCES conversations (id) ON DELETE CASCADE,
    position INTEGER NOT NULL,
    workflow_id EXACT_TEXT NOT NULL,
    workflow_version INTEGER,
    idempotency_key EXACT_TEXT,
    input_json TEXT NOT NULL,
    tone TEXT NOT NULL,
    model TEXT,
    metadata_json TEXT NOT NULL,
    status TEXT NOT NULL,
    attempt INTEGER NOT NULL,
    cancel_requested INTEGER NOT NULL,
    rollback_requested INTEGER NOT NULL,
    answer_json TEXT,
    structured_json TEXT,
    usage_json TEXT,
    error_json TEXT,
    handoff_json TEXT,
    created_at BIGINT NOT NULL,
    queued_at BIGINT NOT NULL,
    started_at BIGINT,
    ended_at BIGINT,
    UNIQUE (conversation_id, position)
  )`,
  'CREATE UNIQUE INDEX runs_by_key ON runs (tenant_id, idempotency_key) WHERE idempotency_key IS NOT NULL',
  'CREATE INDEX runs_by_tenant ON runs (tenant_id, ordinal)',
  'CREATE INDEX runs_by_workflow ON runs (tenant_id, workflow_id, workflow_version)',
  `CREATE INDEX runs_unfinished ON runs (conversation_id, position)
    WHERE status IN ('queued', 'running', 'awaiting_human')`,
  `CREATE TABLE run_events (
    run_id EXACT_TEXT NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
    first_seq INTEGER NOT NULL,
    last_seq INTEGER NOT NULL,
    tenant_id EXACT_TEXT NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (run_id, last_seq)
  )`,
  `CREATE TABLE tool_calls (
    run_id EXACT_TEXT NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
    call_key EXACT_TEXT NOT NULL,
    fingerprint EXACT_TEXT NOT NULL,
    ordinal INTEGER NOT NULL,
    tenant_id EXACT_TEXT NOT NULL,
    call_json TEXT NOT NULL,
    output_json TEXT,
    is_error INTEGER,
    started_at BIGINT NOT NULL,
    finished_at BIGINT,
    PRIMARY KEY (run_id, call_key, fingerprint)
  )`,
  `CREATE TABLE handoffs (
    ordinal SERIAL_KEY,
    tenant_id EXACT_TEXT NOT NULL,
    id EXACT_TEXT NOT NULL,
    run_id EXACT_TEXT NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
    conversation_id EXACT_TEXT NOT NULL,
    request_json TEXT NOT NULL,
    status TEXT NOT NULL,
    answer_json TEXT,
    created_at BIGINT NOT NULL,
    answered_at BIGINT,
    UNIQUE (tenant_id, id)
  )`,
  'CREATE INDEX handoffs_by_run ON handoffs (run_id)',
  "CREATE INDEX handoffs_waiting ON handoffs (tenant_id, ordinal) WHERE status = 'waiting'",
];

export const firstTables: Migration = {
  version: 1,
  name: 'first tables',
  statements: [...workflowTables, ...runTables],
};
