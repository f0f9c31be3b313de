const unreachable = /ENOTFOUND|ECONNREFUSED|ECONNRESET|EAI_AGAIN|ETIMEDOUT|ENETUNREACH/;

/** What npm printed, in plain words. */
export function npmFailure(output: string): string {
  const notFound = /'([^']+)' is not in this registry|No matching version found for (\S+?)\.?\s/.exec(output);
  if (notFound) return `The registry has no package "${notFound[1] ?? notFound[2]}".`;
  if (unreachable.test(output)) return 'The package registry cannot be reached.';
  if (/code EUSAGE/.test(output)) return 'package-lock.json does not fit package.json.';
  if (/code ERESOLVE/.test(output))
    return 'Two of the packages need versions of a third that exclude each other.';
  if (/code EACCES|code EROFS/.test(output)) return 'The folder cannot be written to.';
  const lines = output
    .split('\n')
    .map((line) => line.replace(/^npm (?:error|ERR!) ?/, '').trim())
    .filter((line) => line !== '' && !line.startsWith('npm ') && !line.includes('complete log of this run'));
  return lines.slice(0, 3).join(' ') || 'npm gave no reason.';
}
