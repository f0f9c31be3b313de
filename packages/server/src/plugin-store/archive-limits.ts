// What an archive may hold. Everything is looked at before the first byte is written.
import { CadenceError } from '@cadence-agents/contracts';

export interface ArchiveEntry {
  name: string;
  /** `other` is a link, a device or anything else that is neither file nor folder. */
  kind: 'file' | 'folder' | 'other';
  size: number;
  content: () => Promise<Buffer>;
}

const MB = 1024 * 1024;
/** Of the file as it comes, and of what it holds: a small file can unpack to a full disk. */
export const largestArchive = 20 * MB;
export const largestContent = 100 * MB;
export const MOST_ENTRIES = 5000;
export const tooManyEntries = `it holds more than ${MOST_ENTRIES} files`;
/** Text shrinks to a tenth; what shrinks to a hundredth was made to. */
const HIGHEST_RATIO = 100;
const RATIO_MATTERS_FROM = 10 * MB;
const DEEPEST = 20;
const LONGEST_NAME = 400;

export function refuseArchive(archive: string, why: string, cause?: unknown): CadenceError {
  return new CadenceError('PLUGIN_INVALID', `"${archive}" cannot be unpacked: ${why}.`, {
    hint: 'Pack the plugin anew, as with "npm pack", and try again.',
    details: [{ severity: 'error', code: 'ARCHIVE_REFUSED', path: '$', message: `${why}.`, hint: '' }],
    cause,
  });
}

/** Why an archive must not be unpacked, if so. */
export function archiveRefusal(entries: readonly ArchiveEntry[], packedBytes: number): string | undefined {
  if (entries.length > MOST_ENTRIES) return tooManyEntries;
  const bytes = entries.reduce((sum, { size }) => sum + size, 0);
  if (bytes > largestContent) return 'it holds too much';
  if (bytes > RATIO_MATTERS_FROM && bytes > packedBytes * HIGHEST_RATIO)
    return 'it unpacks to more than a hundred times its size';
  return entries.map(entryRefusal).find(Boolean) ?? collision(entries);
}

function entryRefusal({ name, kind }: ArchiveEntry): string | undefined {
  const shown = JSON.stringify(name.slice(0, 100));
  if (kind === 'other') return `it holds a link or a device: ${shown}`;
  if (/^(?:[/\\]|[a-z]:)/i.test(name)) return `${shown} is an absolute path`;
  const parts = name.split(/[/\\]/);
  if (parts.includes('..')) return `${shown} leads out of its folder`;
  if ((kind === 'file' && plainPath(name) === '') || /[\\\p{Cc}\uFFFD]/u.test(name) || !name.isWellFormed())
    return `${shown} is not a plain path`;
  if (parts.length > DEEPEST) return `${shown} lies too deep`;
  return name.length > LONGEST_NAME || parts.some((part) => Buffer.byteLength(part) > 255)
    ? `${shown} is too long a name`
    : undefined;
}

/** On some disks capitals do not tell files apart, nor do the ways to write an accent. */
function collision(entries: readonly ArchiveEntry[]): string | undefined {
  const kinds = new Map<string, ArchiveEntry['kind']>();
  for (const { name, kind } of entries) {
    const path = plainPath(name).normalize('NFC').toLowerCase();
    const folders = path.split('/').map((_, index, parts) => parts.slice(0, index).join('/'));
    const twice = kinds.has(path) && !(kind === 'folder' && kinds.get(path) === 'folder');
    if (twice || folders.some((folder) => kinds.get(folder) === 'file'))
      return `two of its files have the same name: ${JSON.stringify(name.slice(0, 100))}`;
    for (const folder of folders) kinds.set(folder, 'folder');
    kinds.set(path, kind);
  }
  return undefined;
}

/** Without what says nothing, as in "./a//b/". */
export const plainPath = (name: string): string =>
  name
    .split('/')
    .filter((part) => part !== '' && part !== '.')
    .join('/');
