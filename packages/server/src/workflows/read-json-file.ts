import { readFileSync } from 'node:fs';
import { CadenceError } from '@cadence-agents/contracts';

/** The content of a JSON file; says which file and where when it is not one. */
export function readJsonFile(path: string, shownAs = path): unknown {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (cause) {
    const missing = cause instanceof Error && 'code' in cause && cause.code === 'ENOENT';
    throw new CadenceError(
      'FILE_UNREADABLE',
      `"${shownAs}" ${missing ? 'does not exist' : 'cannot be read'}.`,
      {
        cause,
        hint: 'Check the path, relative to the folder you are in.',
      },
    );
  }
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (cause) {
    throw new CadenceError(
      'FILE_UNREADABLE',
      `"${shownAs}" is not JSON: ${cause instanceof Error ? cause.message : ''}`,
      {
        cause,
        hint: 'Mend the file at the place named.',
      },
    );
  }
}
