import { CadenceError } from '@cadence/contracts';

const MB = 1024 * 1024;
/** Of the file as it comes, and of what it holds: a small file can unpack to a full disk. */
export const largestArchive = 50 * MB;
export const largestContent = 200 * MB;

export function refuseArchive(archive: string, why: string, cause?: unknown): CadenceError {
  return new CadenceError('PLUGIN_INVALID', `"${archive}" cannot be unpacked: ${why}.`, {
    hint: 'Pack the plugin anew, as with "npm pack", and try again.',
    cause,
  });
}

/** Why a name in an archive must not be written to disk, if so. */
export function entryRefusal(name: string): string | undefined {
  if (/^(?:[/\\]|[a-z]:)/i.test(name)) return `"${name}" is an absolute path`;
  if (name.split(/[/\\]/).includes('..')) return `"${name}" leads out of its folder`;
  return name.includes('\\') || name.includes('\0') ? `"${name}" is not a plain path` : undefined;
}
