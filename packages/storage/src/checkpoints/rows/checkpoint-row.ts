import type { NewCheckpoint, StoredCheckpoint } from '@cadence-agents/contracts';
import { decodeStrict, encodeStrict } from '@cadence-agents/contracts';
import { exactId } from '../../exact-text.ts';
import { isPlainObject } from '../delta/json-change.ts';

/** A checkpoint's row without its data. */
export type CheckpointRow = {
  ordinal: number;
  revision: number;
  thread: number;
  thread_id: string;
  ns: string;
  checkpoint_id: string;
  parent_id: string | null;
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
  metadata?: Metadata;
}

type Metadata = NewCheckpoint['metadata'];

export type CheckpointColumns = {
  checkpointId: string;
  step: number | null;
  source: string | null;
  createdAt: number;
  extra: string | null;
};

const currentFormat = 4;

/** A checkpoint's own fields and its metadata as columns. One whose parent has no row names the parent itself. */
export function columnsOf(checkpoint: NewCheckpoint, hasParentRow: boolean): CheckpointColumns {
  const { id, parentId, v, ts, metadata } = checkpoint;
  const extra: Extra = {};
  const time = Date.parse(ts);
  const isTime = !Number.isNaN(time) && new Date(time).toISOString() === ts;
  if (!isTime) extra.ts = ts;
  if (v !== currentFormat) extra.v = v;
  if (!hasParentRow && parentId !== undefined) extra.parent = parentId;
  const usual = usualMetadata(metadata);
  if (!usual) extra.metadata = metadata;
  return {
    checkpointId: exactId(id, 'the id of a checkpoint'),
    step: usual?.step ?? null,
    source: usual?.source ?? null,
    createdAt: isTime ? time : Date.now(),
    extra: Object.keys(extra).length > 0 ? encodeStrict(extra, 'metadata') : null,
  };
}

/** What LangGraph's own loop writes, and nothing else: it has columns. */
function usualMetadata(metadata: Metadata): { source: string; step: number } | undefined {
  const { source, step, parents, ...others } = metadata;
  const isUsual =
    typeof source === 'string' &&
    /^\w+$/.test(source) &&
    typeof step === 'number' &&
    Number.isInteger(step) &&
    Math.abs(step) < 2 ** 31 &&
    isPlainObject(parents) &&
    Object.keys(parents).length === 0 &&
    Object.keys(others).length === 0;
  return isUsual ? { source, step } : undefined;
}

/** What `columnsOf` was given. */
export function contentOf(row: CheckpointRow): Pick<StoredCheckpoint, 'v' | 'ts' | 'parentId' | 'metadata'> {
  const extra = row.extra_json === null ? {} : decodeStrict<Extra>(row.extra_json);
  return {
    v: extra.v ?? currentFormat,
    ts: extra.ts ?? new Date(row.created_at).toISOString(),
    parentId: row.parent_id ?? extra.parent,
    metadata: extra.metadata ?? { source: row.source, step: row.step, parents: {} },
  };
}
