import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { buildPage } from '../build-page.ts';

it('builds the page once, and anew only when its sources have changed', { timeout: 120_000 }, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'cadence-build-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const outDir = join(folder, 'page');
  const builtAt = async () => (await stat(join(outDir, 'index.html'))).mtimeMs;

  expect(await buildPage({ outDir })).toBe(outDir);
  const first = await builtAt();
  await buildPage({ outDir });
  expect(await builtAt()).toBe(first);

  await writeFile(join(outDir, '.sources-hash'), 'that of other sources');
  await Promise.all([buildPage({ outDir }), buildPage({ outDir })]);
  expect(await builtAt()).toBeGreaterThan(first);
  expect(await readdir(folder)).toEqual(['page']);

  const second = await builtAt();
  const builtFrom = join(outDir, '.sources-hash');
  const [hash, seen] = (await readFile(builtFrom, 'utf8')).split('\n');
  // Whoever checks sources out anew gives them other dates, and the same contents.
  await writeFile(builtFrom, `${hash}\nother\n`);
  await buildPage({ outDir });
  expect(await readFile(builtFrom, 'utf8')).toBe(`${hash}\n${seen}\n`);
  // Contents are not read while sizes and dates are those of the last time.
  await writeFile(builtFrom, `other\n${seen}\n`);
  await buildPage({ outDir });
  expect(await builtAt()).toBe(second);
});

it('builds it elsewhere when the code is somebody else’s', { timeout: 120_000 }, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'cadence-build-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  // Nobody can write below a file, not even root.
  await writeFile(join(folder, 'file'), '');
  const outDir = join(folder, 'file', 'code', 'dist');
  const elsewhere = join(folder, 'data', 'page');
  expect(await buildPage({ outDir, elsewhere })).toBe(elsewhere);
  expect(await readdir(elsewhere)).toContain('index.html');
  expect(((await stat(join(folder, 'data'))).mode & 0o777).toString(8)).toBe('700');
  expect(await buildPage({ outDir, elsewhere })).toBe(elsewhere);
  await expect(buildPage({ outDir })).rejects.toMatchObject({
    message: expect.stringContaining(outDir),
    hint: expect.stringContaining('as a user who may write'),
  });
});
