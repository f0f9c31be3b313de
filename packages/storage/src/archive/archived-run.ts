// The form of an object of the archive: see docs/archive.md. One that was written once is read for ever; a new form gets
// a new version.
import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { CadenceError } from '@cadence-agents/contracts';
import { z } from 'zod';

const VERSION = 1;
/** Longer ones stay in the database; nothing is read that would fill the memory. */
export const MOST_BYTES = 64 * 2 ** 20;

const headerSchema = z.object({
  format: z.literal('cadence-archive'),
  version: z.number(),
  runId: z.string(),
  tenantId: z.string(),
  conversationId: z.string(),
});
const batchSchema = z.object({
  firstSeq: z.number(),
  lastSeq: z.number(),
  hasCalls: z.boolean(),
  body: z.string(),
});
const stepSchema = z.object({ step: z.number(), text: z.string() });
const lineSchema = z.union([batchSchema, stepSchema]);

export type ArchivedBatch = z.infer<typeof batchSchema>;
export type ArchivedStep = z.infer<typeof stepSchema>;

/** What of a run is in its object. */
export interface RunContent {
  runId: string;
  tenantId: string;
  conversationId: string;
  /** In the order of their events. */
  batches: ArchivedBatch[];
  steps: ArchivedStep[];
}

export interface PackedRun {
  bytes: Uint8Array;
  /** Of the text before it was packed, so that it is the same whoever packed it. */
  sha256: string;
}

export async function packRun({ batches, steps, ...header }: RunContent): Promise<PackedRun> {
  const lines = [{ format: 'cadence-archive', version: VERSION, ...header }, ...batches, ...steps];
  const text = lines.map((line) => `${JSON.stringify(line)}\n`).join('');
  return { bytes: await promisify(gzip)(text), sha256: digestOf(text) };
}

/** Throws `STORE_CORRUPT` unless it is, byte by byte, what was packed. */
export async function unpackRun(bytes: Uint8Array, sha256: string): Promise<RunContent> {
  const text = await unzipped(bytes);
  if (digestOf(text) !== sha256) throw corrupt('is not what was written');
  const [first = '', ...lines] = text.split('\n').slice(0, -1);
  const header = headerSchema.parse(JSON.parse(first));
  if (header.version > VERSION) throw newer(header.version);
  const content: RunContent = { ...header, batches: [], steps: [] };
  for (const line of lines) {
    const read = lineSchema.parse(JSON.parse(line));
    if ('step' in read) content.steps.push(read);
    else content.batches.push(read);
  }
  return content;
}

async function unzipped(bytes: Uint8Array): Promise<string> {
  try {
    return (await promisify(gunzip)(bytes, { maxOutputLength: MOST_BYTES })).toString('utf8');
  } catch (cause) {
    throw corrupt('cannot be unpacked', cause);
  }
}

const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex');

function corrupt(what: string, cause?: unknown): CadenceError {
  return new CadenceError('STORE_CORRUPT', `An object of the archive ${what}.`, {
    hint: 'It was changed from outside or is damaged: put a copy of the archive back.',
    cause,
  });
}

function newer(version: number): CadenceError {
  return new CadenceError('STORE_NEWER', `An object of the archive has version ${version} of its form.`, {
    hint: 'Install the version of Cadence that wrote it or a newer one.',
  });
}
