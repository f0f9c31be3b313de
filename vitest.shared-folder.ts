import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A folder for what test files need alike and take long to make, such as an empty cluster of PostgreSQL. */
export default function setup(): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'cadence-suite-'));
  process.env.TEST_SHARED_FOLDER = folder;
  // Hundreds of processes start from the same sources: each is compiled once.
  process.env.NODE_COMPILE_CACHE ??= join(folder, 'compiled');
  const remove = () => rmSync(folder, { recursive: true, force: true });
  // A process that ends late keeps what it has compiled, after all tests are over.
  process.once('exit', remove);
  return remove;
}
