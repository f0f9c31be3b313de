import type { FilePart, NewFile, Tool } from '@cadence-agents/contracts';
import { mediaTypeOf } from '../files/media-type.ts';
import type { Log } from '../log.ts';
import { type Masking, redact } from '../masking/redact.ts';
import type { ToolOutcome } from '../outside.ts';
import { type ResultFile, toolResultParts } from './result-parts.ts';
import { boundedText, resultText } from './result-text.ts';

/** Stores a file of a run's conversation. */
export type KeepFile = (file: Omit<NewFile, 'tenantId' | 'ownerId'>) => Promise<FilePart>;

interface KeepSetup {
  runId: string;
  keepFile?: KeepFile | undefined;
  mask: Masking;
  log: Log;
}

/** Of one result. */
const MOST_FILES = 20;
const MOST_BYTES = 20 * 2 ** 20;

/** A result as it is kept: its words masked and bounded, its pictures and files stored. */
export async function keptResult(tool: Tool, result: unknown, setup: KeepSetup): Promise<ToolOutcome> {
  const parts = toolResultParts(result);
  const kept = parts ? await keptFiles(parts.files, setup) : [];
  const files = kept.filter((each) => typeof each !== 'string');
  const remarks = kept.filter((each) => typeof each === 'string');
  const text = parts ? [parts.text, ...remarks].filter(Boolean).join('\n') : resultText(result);
  const output = boundedText(resultText(text), (said) => setup.mask(redact(said, tool.redact)));
  return { output, isError: false, ...(files.length > 0 && { files }) };
}

/** The files, and words in place of those that cannot be kept. */
async function keptFiles(
  files: readonly ResultFile[],
  { keepFile, log, runId }: KeepSetup,
): Promise<(FilePart | string)[]> {
  const kept: (FilePart | string)[] = [];
  let left = MOST_BYTES;
  for (const [index, { name, mediaType: said, base64 }] of files.entries()) {
    const bytes = index < MOST_FILES && base64.length * 0.75 <= left && Buffer.from(base64, 'base64');
    if (!bytes || !keepFile) {
      const why = keepFile ? 'larger than can be kept' : 'not kept here';
      kept.push(`[The file "${name}" (${said}) is ${why}.]`);
      continue;
    }
    left -= bytes.length;
    try {
      kept.push(await keepFile({ bytes, name, mediaType: mediaTypeOf(bytes, said, name) }));
    } catch (error) {
      log.warn('a file that a tool returned could not be kept', { runId, error });
      kept.push(`[The file "${name}" (${said}) could not be kept.]`);
    }
  }
  return kept;
}
