import type { Checkpoint, CheckpointMetadata } from '@langchain/langgraph-checkpoint';
import { decodeStrict, encodeStrict } from '../strict-json.ts';
import { isPlainObject } from './map-tree.ts';
import { fromStored, toStored } from './stored-value.ts';

/** A checkpoint's row without its data. */
export type CheckpointRow = {
  ordinal: number;
  revision: number;
  thread: number;
  thread_id: string;
  ns: string;
  checkpoint_id: string;
  parent_id: string | null;
  run_id: string | null;
  node: string | null;
  step: number | null;
  source: string | null;
  created_at: number;
  extra_json: string | null;
};

/** Of `extra_json`: what has no column because it is hardly ever there. */
interface Extra {
  v?: number;
  ts?: string;
  parent?: string;
  metadata?: unknown;
}

export type CheckpointColumns = {
  checkpointId: string;
  step: number | null;
  source: string | null;
  createdAt: number;
  extra: string | null;
};

const currentFormat = 4;

/** A checkpoint's own fields and its metadata as columns. `lostParent`: the id of a parent that has no row. */
export function columnsOf(
  checkpoint: Checkpoint,
  metadata: CheckpointMetadata,
  lostParent: string | undefined,
): CheckpointColumns {
  const extra: Extra = {};
  const time = Date.parse(checkpoint.ts);
  const isTime = !Number.isNaN(time) && new Date(time).toISOString() === checkpoint.ts;
  if (!isTime) extra.ts = checkpoint.ts;
  if (checkpoint.v !== currentFormat) extra.v = checkpoint.v;
  if (lostParent !== undefined) extra.parent = lostParent;
  const isUsual = isUsualMetadata(metadata);
  if (!isUsual) extra.metadata = toStored(metadata, false);
  return {
    checkpointId: checkpoint.id,
    step: isUsual ? metadata.step : null,
    source: isUsual ? metadata.source : null,
    createdAt: isTime ? time : Date.now(),
    extra: Object.keys(extra).length > 0 ? encodeStrict(extra, 'metadata', { optionalFields: true }) : null,
  };
}

function isUsualMetadata(metadata: CheckpointMetadata): boolean {
  const { source, step, parents, ...others } = metadata;
  return (
    typeof source === 'string' &&
    /^\w+$/.test(source) &&
    Number.isInteger(step) &&
    Math.abs(step) < 2 ** 31 &&
    isPlainObject(parents) &&
    Object.keys(parents).length === 0 &&
    Object.keys(others).length === 0
  );
}

/** What `columnsOf` was given. */
export interface RowContent {
  v: number;
  ts: string;
  parentId: string | undefined;
  metadata: CheckpointMetadata;
}

export function contentOf(row: CheckpointRow): RowContent {
  const extra = row.extra_json === null ? {} : decodeStrict<Extra>(row.extra_json);
  return {
    v: extra.v ?? currentFormat,
    ts: extra.ts ?? new Date(row.created_at).toISOString(),
    parentId: row.parent_id ?? extra.parent,
    metadata: metadataOf(row, extra),
  };
}

function metadataOf(row: CheckpointRow, extra: Extra): CheckpointMetadata {
  const stored = extra.metadata ?? { source: row.source, step: row.step, parents: {} };
  const metadata = fromStored(stored, false);
  return isMetadata(metadata) ? metadata : { source: 'update', step: 0, parents: {} };
}

/** Whatever was stored as metadata is given back as such; LangGraph does not promise more about it than its type. */
const isMetadata = (value: unknown): value is CheckpointMetadata => isPlainObject(value);
