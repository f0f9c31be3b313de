import { createHash } from 'node:crypto';
import {
  CadenceError,
  decodeStrict,
  encodeStrict,
  type GateReport,
  type WorkflowDefinition,
  type WorkflowStore,
  type WorkflowVersion,
} from '@cadence-agents/contracts';
import type { Database, Queries } from '../database/database.ts';
import { statement } from '../database/statement.ts';
import { exactId, isExactText } from '../exact-text.ts';
import { isoTime } from '../iso-time.ts';
import { canonicalJson } from './canonical-json.ts';
import { putDefinitionRows, readDefinitionRows } from './definition-rows.ts';
import { layoutStore } from './layout-store.ts';
import { storableDefinition } from './storable-definition.ts';

type WorkflowKey = { tenantId: string; id: string };
type VersionRow = {
  workflow_id: string;
  version: number;
  definition_json: string;
  created_at: number;
  published: number;
};

const selectVersion = `SELECT v.workflow_id, v.version, v.definition_json, v.created_at,
    CASE WHEN v.version = w.published_version AND v.deleted = 0 THEN 1 ELSE 0 END AS published
  FROM workflow_versions v LEFT JOIN workflows w ON w.tenant_id = v.tenant_id AND w.id = v.workflow_id
  WHERE v.tenant_id = $tenantId`;
const publishedVersion = statement<WorkflowKey, VersionRow>(
  `${selectVersion} AND v.workflow_id = $id AND v.version = w.published_version`,
);
// Also of a deleted workflow: runs that started on it can still be understood.
const oneVersion = statement<WorkflowKey & { version: number }, VersionRow>(
  `${selectVersion} AND v.workflow_id = $id AND v.version = $version`,
);
const sameContent = statement<WorkflowKey & { hash: string }, VersionRow>(
  `${selectVersion} AND v.workflow_id = $id AND v.hash = $hash AND v.deleted = 0 ORDER BY v.version DESC LIMIT 1`,
);
const allVersions = statement<WorkflowKey, VersionRow>(
  `${selectVersion} AND v.workflow_id = $id AND v.deleted = 0 ORDER BY v.version`,
);
// The published version of each, or the newest where none was published yet.
const listed = statement<{ tenantId: string }, VersionRow>(
  `${selectVersion} AND v.deleted = 0 AND v.version = COALESCE(NULLIF(w.published_version, 0),
     (SELECT MAX(n.version) FROM workflow_versions n
      WHERE n.tenant_id = v.tenant_id AND n.workflow_id = v.workflow_id AND n.deleted = 0))
   ORDER BY v.workflow_id`,
);
// Changes nothing when the row is there, but locks it: puts of one workflow happen one after another.
const lockCounter = statement<WorkflowKey, { last_version: number }>(
  `INSERT INTO workflow_counters (tenant_id, workflow_id, last_version) VALUES ($tenantId, $id, 0)
   ON CONFLICT (tenant_id, workflow_id) DO UPDATE SET last_version = workflow_counters.last_version
   RETURNING last_version`,
);
const advanceCounter = statement<WorkflowKey & { version: number }>(
  'UPDATE workflow_counters SET last_version = $version WHERE tenant_id = $tenantId AND workflow_id = $id',
);
const insertVersion = statement<WorkflowKey & { version: number; definition: string; hash: string }>(
  `INSERT INTO workflow_versions (tenant_id, workflow_id, version, definition_json, hash, deleted, created_at)
   VALUES ($tenantId, $id, $version, $definition, $hash, 0, NOW_MS)`,
);
const gateOf = statement<WorkflowKey & { version: number }, { gate_json: string | null }>(
  `SELECT gate_json FROM workflow_versions
   WHERE tenant_id = $tenantId AND workflow_id = $id AND version = $version`,
);
const setGate = statement<WorkflowKey & { version: number; gate: string }>(
  `UPDATE workflow_versions SET gate_json = $gate
   WHERE tenant_id = $tenantId AND workflow_id = $id AND version = $version`,
);
const removeWorkflow = statement<WorkflowKey>(
  'DELETE FROM workflows WHERE tenant_id = $tenantId AND id = $id',
);
// Runs may be pinned to them, which only a look at all of its runs would tell.
const retireVersions = statement<WorkflowKey>(
  'UPDATE workflow_versions SET deleted = 1 WHERE tenant_id = $tenantId AND workflow_id = $id AND deleted = 0',
);

export function createWorkflowStore(database: Database): WorkflowStore {
  return {
    ...layoutStore(database),

    async put(tenantId, definition, options = {}) {
      const key = { tenantId: exactId(tenantId, 'tenantId'), id: definition.id };
      const json = storableDefinition(definition);
      const hash = createHash('sha256').update(canonicalJson(json)).digest('hex');
      return database.write(
        async (queries) => {
          const version = await keepVersion(queries, key, json, hash);
          const publish = options.publish ?? true;
          if (publish || options.draft)
            await putDefinitionRows(queries, tenantId, publish ? version.version : null, definition);
          return publish ? { ...version, published: true } : version;
        },
        { durable: true },
      );
    },

    async get(tenantId, id, version) {
      if (!isExactText(tenantId, id)) return undefined;
      const row =
        version === undefined
          ? await database.first(publishedVersion, { tenantId, id })
          : await database.first(oneVersion, { tenantId, id, version });
      return row && toVersion(row);
    },

    async draft(tenantId, id) {
      if (!isExactText(tenantId, id)) return undefined;
      return database.write((queries) => readDefinitionRows(queries, tenantId, id));
    },

    async list(tenantId) {
      if (!isExactText(tenantId)) return [];
      return (await database.all(listed, { tenantId })).map(toVersion);
    },

    async versions(tenantId, id) {
      if (!isExactText(tenantId, id)) return [];
      return (await database.all(allVersions, { tenantId, id })).map(toVersion);
    },

    async publish(tenantId, id, version) {
      if (!isExactText(tenantId, id)) throw notFound(id, version);
      return database.write((queries) => publishVersion(queries, { tenantId, id }, version), {
        durable: true,
      });
    },

    async gate(tenantId, id, version) {
      if (!isExactText(tenantId, id)) return undefined;
      const row = await database.first(gateOf, { tenantId, id, version });
      return row?.gate_json ? decodeStrict<GateReport>(row.gate_json) : undefined;
    },

    async keepGate(tenantId, id, version, report) {
      const row = { tenantId, id, version, gate: encodeStrict(report) };
      const kept =
        isExactText(tenantId, id) && (await database.write((queries) => queries.run(setGate, row)));
      if (!kept) throw notFound(id, version);
    },

    async delete(tenantId, id) {
      if (!isExactText(tenantId, id)) return false;
      return database.write((queries) => deleteWorkflow(queries, { tenantId, id }), { durable: true });
    },
  };
}

/** The version that has this content, made when there is none. */
async function keepVersion(
  queries: Queries,
  key: WorkflowKey,
  definition: string,
  hash: string,
): Promise<WorkflowVersion> {
  const counter = await queries.first(lockCounter, key);
  const same = await queries.first(sameContent, { ...key, hash });
  if (same) return toVersion(same);
  const version = (counter?.last_version ?? 0) + 1;
  await queries.run(advanceCounter, { ...key, version });
  await queries.run(insertVersion, { ...key, version, definition, hash });
  const row = await queries.first(oneVersion, { ...key, version });
  if (!row) throw notFound(key.id, version);
  return toVersion(row);
}

async function publishVersion(queries: Queries, key: WorkflowKey, version: number): Promise<WorkflowVersion> {
  const versions = await queries.all(allVersions, key);
  const row = versions.find((candidate) => candidate.version === version);
  if (!row) throw notFound(key.id, version);
  const found = toVersion(row);
  await queries.first(lockCounter, key);
  await putDefinitionRows(queries, key.tenantId, version, found.definition);
  return { ...found, published: true };
}

async function deleteWorkflow(queries: Queries, key: WorkflowKey): Promise<boolean> {
  if ((await queries.all(allVersions, key)).length === 0) return false;
  await queries.first(lockCounter, key);
  await queries.run(removeWorkflow, key);
  return (await queries.run(retireVersions, key)) > 0;
}

function toVersion(row: VersionRow): WorkflowVersion {
  return {
    workflowId: row.workflow_id,
    version: row.version,
    definition: decodeStrict<WorkflowDefinition>(row.definition_json),
    createdAt: isoTime(row.created_at),
    published: row.published === 1,
  };
}

function notFound(id: string, version: number): CadenceError {
  return new CadenceError('WORKFLOW_NOT_FOUND', `There is no version ${version} of the workflow "${id}".`, {
    hint: 'List its versions to see which there are.',
    details: { id, version },
  });
}
