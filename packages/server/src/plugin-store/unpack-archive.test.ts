import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { CadenceError } from '@cadence-agents/contracts';
import { describe, expect, it, onTestFinished } from 'vitest';
import { paxPath, type TarPart, tar, tgz, type ZipPart, zip } from './archive.fixture.ts';
import { unpackArchive } from './unpack-archive.ts';

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'cadence-archive-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

/** Unpacks into a folder within another, and tells all that is there afterwards. */
async function unpack(bytes: Buffer, kind: 'tgz' | 'zip') {
  const folder = temporaryFolder();
  const [file, into] = [join(folder, `a.${kind}`), join(folder, 'outer/into')];
  writeFileSync(file, bytes);
  mkdirSync(into, { recursive: true });
  const error = await unpackArchive('the archive', file, into).catch((thrown: unknown) => thrown);
  const found = readdirSync(folder, { recursive: true }).map(String);
  return {
    error,
    into,
    found: found.filter((path) => path !== `a.${kind}` && !/^outer(\/into)?$/.test(path)).sort(),
  };
}

const names: [string, string, RegExp][] = [
  ['a step up', '../evil', /leads out of its folder/],
  ['a step up inside', 'package/../../evil', /leads out of its folder/],
  ['a step up by backslashes', 'package\\..\\..\\evil', /leads out of its folder/],
  ['a step up at the end', 'package/..', /leads out of its folder/],
  ['an absolute path', '/tmp/evil', /absolute path/],
  ['a share', '\\\\host\\evil', /absolute path/],
  ['a drive', 'C:\\evil', /absolute path/],
  ['a drive and a name', 'c:evil', /absolute path/],
  ['a backslash', 'package\\evil', /not a plain path/],
  ['a line break', 'package/a\nb', /not a plain path/],
  ['bytes that are no text', 'package/\uFFFD', /not a plain path/],
  ['a hundred folders', `${'a/'.repeat(40)}evil`, /lies too deep/],
];

describe.each(['tgz', 'zip'] as const)('a .%s', (kind) => {
  const pack = (parts: readonly { name: string; content?: string | Buffer }[]) =>
    kind === 'tgz' ? tgz(parts) : zip(parts);
  const refuses = async (bytes: Buffer, why: RegExp) => {
    const { error, found } = await unpack(bytes, kind);
    expect(CadenceError.is(error) && error).toMatchObject({
      code: 'PLUGIN_INVALID',
      message: expect.stringMatching(why),
      details: [{ severity: 'error', code: 'ARCHIVE_REFUSED' }],
    });
    expect(found).toEqual([]);
  };

  it('is unpacked as it is, folders and names with accents and blanks included', async () => {
    const parts = [
      { name: './' },
      { name: 'package/' },
      { name: 'package/a b.txt', content: 'one' },
      { name: './package//src/é.ts', content: 'two' },
      { name: 'package/empty', content: '' },
    ];
    const folders = parts.map((part) =>
      part.name.endsWith('/') ? { ...part, type: '5', mode: 0o040755 } : part,
    );
    const { error, found, into } = await unpack(pack(folders), kind);
    expect(error).toBeUndefined();
    expect(found).toContain('outer/into/package/a b.txt');
    expect(readFileSync(join(into, 'package/src/é.ts'), 'utf8')).toBe('two');
    expect(readFileSync(join(into, 'package/empty'), 'utf8')).toBe('');
  });

  it.each(names)('with %s in a name is refused, and nothing of it is written', (_, name, why) =>
    refuses(
      pack([
        { name: 'package/package.json', content: '{}' },
        { name, content: 'x' },
      ]),
      why,
    ),
  );

  it.each([
    ['the same name twice', ['p/a', 'p/a']],
    ['names that differ in capitals', ['p/A', 'p/a']],
    ['names that differ in how an accent is written', ['p/\u00e9', 'p/e\u0301']],
    ['the same name written in two ways', ['p/a', './p//a']],
    ['a file that is a folder too', ['p/a', 'p/a/b']],
    ['a folder that is a file too', ['p/a/b', 'p/A']],
  ])('with %s is refused', (_, twice) =>
    refuses(pack(twice.map((name) => ({ name, content: 'x' }))), /two of its files have the same name/),
  );

  it('that holds too many files is refused', () =>
    refuses(
      pack(Array.from({ length: 5001 }, (_, index) => ({ name: `p/${index}` }))),
      /more than 5000 files/,
    ));

  it('that unpacks to far more than its size is refused', async () => {
    const zeros = Buffer.alloc(12 * 1024 * 1024);
    await refuses(pack([{ name: 'p/zeros', content: zeros }]), /more than a hundred times its size/);
  });

  it('that unpacks to too much is refused', () => {
    const zeros = Buffer.alloc(26 * 1024 * 1024);
    return refuses(pack(['a', 'b', 'c', 'd'].map((name) => ({ name, content: zeros }))), /holds too much/);
  });

  it('that is too large is refused', () => refuses(Buffer.alloc(21 * 1024 * 1024), /too large/));

  it('that is cut off anywhere is refused', async () => {
    const whole = pack([
      { name: 'p/package.json', content: '{}' },
      { name: 'p/index.ts', content: 'x'.repeat(2000) },
    ]);
    for (const part of [0, 0.1, 0.3, 0.5, 0.7, 0.9, 0.99])
      await refuses(
        whole.subarray(0, Math.floor(whole.length * part)),
        /not a (?:gzipped tar|sound)|cut off/,
      );
  });

  it('of noise is refused', () => refuses(Buffer.from('noise'.repeat(1000)), /not a (?:gzipped tar|sound)/));

  it('that the usual packer made is unpacked', async () => {
    const folder = temporaryFolder();
    const long = `${'long-'.repeat(30)}name.txt`;
    mkdirSync(join(folder, 'package/src'), { recursive: true });
    writeFileSync(join(folder, 'package/src', long), 'long');
    writeFileSync(join(folder, 'package/big'), 'text '.repeat(50_000));
    if (kind === 'tgz') execFileSync('tar', ['-czf', 'a.tgz', 'package'], { cwd: folder });
    else execFileSync('zip', ['-qr', 'a.zip', 'package'], { cwd: folder });
    const { error, into } = await unpack(readFileSync(join(folder, `a.${kind}`)), kind);
    expect(error).toBeUndefined();
    expect(readFileSync(join(into, 'package/src', long), 'utf8')).toBe('long');
    expect(readFileSync(join(into, 'package/big'), 'utf8')).toHaveLength(250_000);
  });
});

describe('a tar file', () => {
  const told = async (parts: readonly TarPart[]) => {
    const { error, found } = await unpack(tgz(parts), 'tgz');
    expect(found).toEqual([]);
    return CadenceError.is(error) ? error.message : error;
  };

  it.each([
    ['hard link', '1'],
    ['symbolic link', '2'],
    ['character device', '3'],
    ['block device', '4'],
    ['pipe', '6'],
    ['sparse file', 'S'],
  ])('with a %s is refused', async (_, type) =>
    expect(
      await told([
        { name: 'p/a', content: 'x' },
        { name: 'p/evil', type },
      ]),
    ).toMatch(/a link or a device/),
  );

  it('is judged by the name that counts', async () => {
    expect(await told([paxPath('../evil'), { name: 'p/good', content: 'x' }])).toMatch(/leads out/);
    const long = { name: 'L', type: 'L', content: '../evil\0' };
    expect(await told([long, { name: 'p/good', content: 'x' }])).toMatch(/leads out/);
    const everywhere = { ...paxPath('../evil'), type: 'g' };
    expect(await told([everywhere, { name: 'p/good', content: 'x' }])).toMatch(/a link or a device/);
  });

  it.each([
    ['files', (index: number): TarPart[] => [{ name: `p/${index}` }]],
    ['records about files', (): TarPart[] => [paxPath('p/same')]],
  ])('with far too many %s is read no further than is needed to refuse it', async (_, part) => {
    const many = tar(Array.from({ length: 20_000 }, (_each, index) => part(index)).flat());
    // Would be found by whoever reads on.
    const broken = Buffer.concat([many.subarray(0, -1024), Buffer.alloc(1024, 1)]);
    const { error } = await unpack(gzipSync(broken), 'tgz');
    expect(CadenceError.from(error).message).toMatch(/holds more than 5000 files/);
  });

  it('with a record that is no name is refused before it is read', async () => {
    const content = '5 a=\n'.repeat(100_000);
    expect(await told([{ name: 'pax', type: 'x', content }, { name: 'p/a' }])).toMatch(
      /not a sound tar file/,
    );
    expect(await told([{ name: 'L', type: 'L', content: 'a'.repeat(100_000) }, { name: 'p/a' }])).toMatch(
      /not a sound tar file/,
    );
  });

  it('ends a name at a NUL, as it is written', async () => {
    const { error, found } = await unpack(tgz([{ name: 'p/a\0/../../evil', content: 'x' }]), 'tgz');
    expect({ error, found }).toEqual({ error: undefined, found: ['outer/into/p', 'outer/into/p/a'] });
  });

  it('with a damaged header or size is refused', async () => {
    const { gzipSync } = await import('node:zlib');
    const damaged = (at: number, text: string) => {
      const bytes = tar([{ name: 'p/a', content: 'x' }]);
      bytes.write(text, at);
      return unpack(gzipSync(bytes), 'tgz');
    };
    for (const [at, text] of [
      [0, 'q'],
      [124, '77777777777'],
      [124, '-0000000001'],
    ] as const)
      expect((await damaged(at, text)).error).toMatchObject({
        message: expect.stringMatching(/not a sound tar/),
      });
  });
});

describe('a ZIP file', () => {
  const told = async (parts: readonly ZipPart[]) => {
    const { error, found } = await unpack(zip(parts), 'zip');
    return { message: CadenceError.is(error) ? error.message : error, found };
  };

  it.each([
    ['symbolic link', { mode: 0o120777 }, /a link or a device/],
    ['device', { mode: 0o020666 }, /a link or a device/],
    ['pipe', { mode: 0o010666 }, /a link or a device/],
    ['NUL', { name: 'p/a\0b' }, /not a plain path/],
    ['password', { flags: 1 }, /encrypted/],
    ['method nobody knows', { method: 99 }, /packed in a way that is not known/],
    ['size that wraps', { size: 0xffffffff }, /holds too much/],
    ['lie about the size', { size: 3 }, /not a sound ZIP/],
    ['wrong checksum', { crc: 7 }, /not a sound ZIP/],
  ])('with a %s is refused', async (_, part, why) => {
    const { message } = await told([{ name: 'p/evil', content: 'content', ...part }]);
    expect(message).toMatch(why);
  });
});
