import { mkdir, mkdtemp, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { folderHash } from '@cadence-agents/engine';
import { expect, it, onTestFinished } from 'vitest';
import { packPlugin } from './pack-plugin.ts';
import { unpackArchive } from './unpack-archive.ts';

async function folderWith(files: Record<string, string | Buffer>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'cadence-pack-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  for (const [name, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), content);
  }
  return folder;
}

async function unpacked(archive: Buffer): Promise<string> {
  const folder = await folderWith({ 'a.tgz': archive });
  await mkdir(join(folder, 'content'));
  await unpackArchive('a', join(folder, 'a.tgz'), join(folder, 'content'));
  return join(folder, 'content');
}

const files = {
  'package.json': '{}',
  'src/index.ts': 'export default 1;\n',
  'src/empty.ts': '',
  'src/ünïcode – 🎲.txt': 'x'.repeat(511),
  [`deep/${'long-'.repeat(30)}name.txt`]: 'y'.repeat(512),
  'bytes.bin': Buffer.from(Array.from({ length: 256 }, (_, index) => index)),
};

it('packs what is unpacked to the same files', async () => {
  const folder = await folderWith(files);
  expect(await folderHash(await unpacked(await packPlugin('p', folder)))).toBe(await folderHash(folder));
});

it('packs the same files to the same bytes, whenever they were written', async () => {
  const [one, other] = [await folderWith(files), await folderWith(files)];
  await utimes(join(other, 'package.json'), new Date(0), new Date(0));
  expect((await packPlugin('p', one)).equals(await packPlugin('p', other))).toBe(true);
});

it('packs packages that came along, without links, unless they are too many', async () => {
  const folder = await folderWith({ ...files, 'node_modules/dep/index.js': '1' });
  await mkdir(join(folder, 'node_modules/.bin'));
  await symlink('../dep/index.js', join(folder, 'node_modules/.bin/dep'));
  const whole = await unpacked(await packPlugin('p', folder));
  expect(await folderHash(join(whole, 'node_modules/dep'))).toBe(
    await folderHash(join(folder, 'node_modules/dep')),
  );
  for (let index = 0; index < 5001; index++) await writeFile(join(folder, 'node_modules', `${index}`), '');
  const own = await unpacked(await packPlugin('p', folder));
  expect(await folderHash(own)).toBe(await folderHash(folder));
  await expect(folderHash(join(own, 'node_modules/dep'))).rejects.toThrow();
});

it('refuses what nobody would unpack', async () => {
  const noise = Buffer.alloc(21 * 1024 * 1024, crypto.getRandomValues(Buffer.alloc(65_536)));
  const folder = await folderWith({
    'package.json': '{}',
    big: Buffer.concat([noise, noise, noise, noise, noise]),
  });
  await expect(packPlugin('p', folder)).rejects.toMatchObject({ code: 'PLUGIN_INVALID' });
});
