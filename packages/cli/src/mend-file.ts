import { writeFileSync } from 'node:fs';
import { CadenceError } from '@cadence-agents/contracts';
import { readJsonFile } from '@cadence-agents/server/read-json-file';
import type { Mended } from '@cadence-agents/workflow';
import { isFile } from './find-definition.ts';
import { bold, dim, plural } from './output.ts';

/** Mends what can be mended in a file, and tells what that was. A file with nothing to mend is left as it is. */
export async function mendFile(
  file: string,
  mend: (given: unknown) => Promise<Mended>,
): Promise<Mended['done']> {
  if (!isFile(file)) {
    throw new CadenceError('INPUT_INVALID', `"${file}" is not a file, so that it cannot be mended.`, {
      hint: `Write it to one first: cadence workflow pull ${file} > ${file}.json`,
    });
  }
  const { document, done } = await mend(readJsonFile(file));
  if (done.length > 0) writeFileSync(file, `${JSON.stringify(document, null, 2)}\n`);
  return done;
}

export function printMended(done: Mended['done']): void {
  for (const { code, path, message, title } of done)
    console.log(`mended ${bold(code)} at ${path}: ${title}\n  ${dim(message)}`);
  if (done.length > 0) console.log(`Mended ${plural(done.length, 'problem')}.`);
}
