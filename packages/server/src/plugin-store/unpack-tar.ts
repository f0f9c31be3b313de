// A gzipped tar through the `tar` of the system. It is listed first, and unpacked only if nothing in it could be
// written elsewhere: what a link would do is not left to the version of tar.
import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import { CadenceError } from '@cadence/contracts';
import { entryRefusal, largestContent, refuseArchive } from './archive-limits.ts';

export async function unpackTar(archive: string, bytes: Buffer, folder: string): Promise<void> {
  const tar = unzipped(archive, bytes);
  const run = (args: readonly string[]) => runTar(archive, args, tar);
  const [names, verbose] = [await run(['-tf', '-']), await run(['-tvf', '-'])];
  const refusal = lines(names).map(entryRefusal).find(Boolean) ?? kindRefusal(lines(verbose));
  if (refusal) throw refuseArchive(archive, refusal);
  await run(['-xf', '-', '-C', folder, '--no-same-owner', '--no-same-permissions']);
}

function unzipped(archive: string, bytes: Buffer): Buffer {
  try {
    return gunzipSync(bytes, { maxOutputLength: largestContent });
  } catch (cause) {
    const tooLarge = cause instanceof RangeError;
    throw refuseArchive(archive, tooLarge ? 'it holds too much' : 'it is not a gzipped tar file', cause);
  }
}

/** Only files (`-`) and folders (`d`) are taken; the first letter of a line tells. */
function kindRefusal(listing: readonly string[]): string | undefined {
  const odd = listing.find((line) => !/^[-d]/.test(line));
  return odd && `it holds a link or a device: ${odd}`;
}

const lines = (output: string) => output.split('\n').filter((line) => line !== '');

async function runTar(archive: string, args: readonly string[], input: Buffer): Promise<string> {
  const child = spawn('tar', args, { stdio: ['pipe', 'pipe', 'pipe'] });
  const ended = Promise.withResolvers<number | null>();
  child.on('error', ended.reject).on('close', ended.resolve);
  // tar may stop reading at the end mark, or because of a fault that its exit code tells.
  child.stdin.on('error', () => {});
  child.stdin.end(input);
  try {
    const [output, complaint, code] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      ended.promise,
    ]);
    if (code === 0) return output;
    throw refuseArchive(archive, complaint.split('\n')[0] || `tar ended with ${code}`);
  } catch (error) {
    if (CadenceError.is(error)) throw error;
    throw refuseArchive(archive, 'the program "tar" could not be started', error);
  }
}
