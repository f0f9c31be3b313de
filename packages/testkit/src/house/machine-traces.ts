import type { Files } from './read-repository.ts';

// Preceded by none of these it is the beginning of a path, not the middle of one or of a URL.
const absolutePath = /(?:(?<![\w.~@)}\]/-])|(?<=file:\/\/))\/(?:work|root|home)\//;

/** Lines that hold a path of the machine they were written on. */
export function machinePaths(files: Files): string[] {
  return [...files].flatMap(([path, text]) =>
    text.split('\n').flatMap((line, index) => (absolutePath.test(line) ? [`${path}:${index + 1}`] : [])),
  );
}

/** Lines of the lockfile that bind it to one registry. */
export function registryHosts(lockfile: string): string[] {
  return lockfile.split('\n').filter((line) => /"resolved":\s*"(?:git\+)?https?:/.test(line));
}
