import { rename, stat } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Puts a folder in the place of another, which is kept in `aside` until that is removed. Both lie on one disk, so
 * that each move happens whole or not at all. The answer puts the former one back.
 */
export async function swapIn(folder: string, target: string, aside: string): Promise<() => Promise<void>> {
  const before = join(aside, 'before');
  const replaces = await stat(target).then(
    () => true,
    () => false,
  );
  if (replaces) await rename(target, before);
  const putBack = async () => {
    if (replaces) await rename(before, target);
  };
  try {
    await rename(folder, target);
  } catch (error) {
    await putBack();
    throw error;
  }
  return async () => {
    await rename(target, join(aside, 'refused'));
    await putBack();
  };
}
