// `npm run next-version`: makes a version of the changesets. Changesets gives all packages the next one and keeps a changelog
// in each; here the repository and its lock follow, and one changelog is kept, that of the command.
import { execFileSync } from 'node:child_process';
import { globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';

const dependencies = z.record(z.string(), z.string()).optional();

/** A package.json, or what a lock says of one. */
const described = z.looseObject({
  version: z.string().optional(),
  dependencies,
  devDependencies: dependencies,
  peerDependencies: dependencies,
});

const lockFile = z.looseObject({ version: z.string(), packages: z.record(z.string(), described) });

const read = (file: string) => readFileSync(file, 'utf8');
const write = (file: string, value: object) => writeFileSync(file, `${JSON.stringify(value, null, 2)}\n`);

function updateLock(folders: readonly string[], version: string): void {
  const lock = lockFile.parse(JSON.parse(read('package-lock.json')));
  lock.version = version;
  for (const folder of ['', ...folders]) {
    const entry = lock.packages[folder] ?? {};
    entry.version = version;
    for (const section of [entry.dependencies, entry.devDependencies, entry.peerDependencies])
      for (const name in section) if (name.startsWith('@cadence-agents/')) section[name] = version;
  }
  write('package-lock.json', lock);
}

/** Puts what Changesets has written, below its heading, before the versions that are there. */
function moveChangelog(from: string): void {
  const news = read(from).replace(/^# .*\n+/, '');
  const [intro = '', ...versions] = read('CHANGELOG.md').split(/^(?=## )/m);
  writeFileSync('CHANGELOG.md', [`${intro.trimEnd()}\n\n${news.trimEnd()}\n`, ...versions].join('\n'));
}

const changesets = fileURLToPath(import.meta.resolve('@changesets/cli/bin.js'));
execFileSync(process.execPath, [changesets, 'version'], { stdio: 'inherit' });

const folders = globSync('{packages/*,plugins/*,bench}/package.json').map((file) => dirname(file));
const { version = '' } = described.parse(JSON.parse(read('packages/cli/package.json')));
write('package.json', { ...JSON.parse(read('package.json')), version });
updateLock(folders, version);
moveChangelog('packages/cli/CHANGELOG.md');
for (const folder of folders) rmSync(join(folder, 'CHANGELOG.md'), { force: true });
