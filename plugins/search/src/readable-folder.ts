import { access, constants, stat } from 'node:fs/promises';
import { CadenceError } from '@cadence-agents/sdk';

/** What keeps a folder from being read, in words; undefined when nothing does. */
export async function folderProblem(folder: string): Promise<string | undefined> {
  try {
    if (!(await stat(folder)).isDirectory()) return `"${folder}" is not a folder`;
    await access(folder, constants.R_OK | constants.X_OK);
    return undefined;
  } catch {
    return `the folder "${folder}" does not exist or cannot be read`;
  }
}

/** The outcome of some work on a folder; when the folder is why it fails, an error whose message the model may read. */
export async function withReadableFolder<T>(folder: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    const problem = await folderProblem(folder);
    if (problem === undefined) throw cause;
    throw new CadenceError(
      'TOOL_FAILED',
      `The documents cannot be searched: ${problem}. Set SEARCH_DOCS_DIR.`,
      {
        cause,
      },
    );
  }
}
