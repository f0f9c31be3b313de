import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');

/** The test files of which an ordinary run makes a part of their random runs; `RANDOM_RUNS=1` makes all of them. */
export const scaledFiles = (): string[] => filesWith(/import \{[^}]*\bruns\b[^}]*\} from '[^']*random-runs/);

/** The test files that draw at random. */
export const randomFiles = (): string[] => filesWith(/ from '(?:[^']*random-runs|fast-check)/);

function filesWith(imports: RegExp): string[] {
  return ['packages/*/src', 'plugins/*/src', 'bench/src']
    .flatMap((folder) => globSync(`${folder}/**/*.test.ts`, { cwd: root }))
    .filter((file) => imports.test(readFileSync(join(root, file), 'utf8')))
    .sort();
}
