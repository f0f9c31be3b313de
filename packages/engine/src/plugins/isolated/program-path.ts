import { access, constants } from 'node:fs/promises';
import { delimiter, join } from 'node:path';

/** Where a program lies: a child with an empty environment has no PATH to look along. */
export async function programPath(name: string): Promise<string | undefined> {
  for (const folder of (process.env.PATH ?? '').split(delimiter).filter(Boolean)) {
    const path = join(folder, name);
    const found = await access(path, constants.X_OK).then(
      () => true,
      () => false,
    );
    if (found) return path;
  }
  return undefined;
}
