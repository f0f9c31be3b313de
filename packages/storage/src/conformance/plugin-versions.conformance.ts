import { describe, expect, it } from 'vitest';
import type { OpenTestDatabase } from './test-database.ts';
import { useDatabase } from './use-database.fixture.ts';

const version = (number: string, slug = 'greeter') => ({
  slug,
  version: number,
  hash: `hash of ${number}`,
  by: 'a key',
  archive: Buffer.from([0, 255, ...Buffer.from(number)]),
});

export function pluginVersionsConformance(open: OpenTestDatabase): void {
  describe('plugin versions', () => {
    const db = useDatabase(open);
    const versionsOf = async (slug: string) =>
      (await db.store.pluginVersions.list(slug)).map(({ version: number }) => number);

    it('install keeps the bytes, who and when, and puts the version in use', async () => {
      const { pluginVersions } = db.store;
      await pluginVersions.install(version('1'), 5);
      await pluginVersions.install(version('2'), 5);
      expect(await pluginVersions.inUse()).toEqual([{ slug: 'greeter', version: '2', hash: 'hash of 2' }]);
      const time = expect.stringMatching(/^\d{4}-/);
      expect(await pluginVersions.list('greeter')).toStrictEqual(
        [
          { ...version('2'), archive: undefined, inUse: true, addedAt: time, usedAt: time },
          { ...version('1'), archive: undefined, inUse: false, addedAt: time, usedAt: time },
        ].map(({ archive: _, ...listed }) => listed),
      );
      const bytes = await pluginVersions.archive('greeter', 'hash of 1');
      expect(Buffer.from(bytes ?? [])).toEqual(version('1').archive);
      expect(await pluginVersions.archive('greeter', 'hash of 3')).toBeUndefined();
    });

    it('keep no more than so many, and always the one in use', async () => {
      const { pluginVersions } = db.store;
      for (const number of ['1', '2', '3']) await pluginVersions.install(version(number), 3);
      await pluginVersions.use('greeter', 'hash of 1');
      await pluginVersions.install(version('1'), 2);
      expect(await versionsOf('greeter')).toEqual(['1', '3']);
      await pluginVersions.install(version('4'), 1);
      expect(await versionsOf('greeter')).toEqual(['4']);
    });

    it('use puts a kept version in use, and says when there is none', async () => {
      const { pluginVersions } = db.store;
      for (const number of ['1', '2']) await pluginVersions.install(version(number), 5);
      expect(await pluginVersions.use('greeter', 'hash of 1')).toBe(true);
      expect(await versionsOf('greeter')).toEqual(['1', '2']);
      expect(await pluginVersions.inUse()).toMatchObject([{ hash: 'hash of 1', version: '1' }]);
      expect(await pluginVersions.use('greeter', 'hash of 3')).toBe(false);
      expect(await pluginVersions.use('nobody', 'hash of 1')).toBe(false);
    });

    it('remove takes all versions away and is remembered', async () => {
      const { pluginVersions } = db.store;
      await pluginVersions.install(version('1'), 5);
      expect(await pluginVersions.remove('greeter')).toBe(true);
      expect(await pluginVersions.remove('greeter')).toBe(false);
      expect(await pluginVersions.inUse()).toEqual([{ slug: 'greeter', hash: null, version: null }]);
      expect(await pluginVersions.list('greeter')).toEqual([]);
      await pluginVersions.install(version('2'), 5);
      expect(await pluginVersions.inUse()).toMatchObject([{ version: '2' }]);
    });

    it('adopt takes over what was never installed, once, whoever asks', async () => {
      const { pluginVersions } = db.store;
      const { store: other } = await db.another();
      const adopted = await Promise.all(
        [pluginVersions, other.pluginVersions].map((each) => each.adopt([version('1'), version('2')])),
      );
      expect(adopted.toSorted()).toEqual([false, true]);
      expect(await versionsOf('greeter')).toEqual(['2', '1']);
      await pluginVersions.remove('greeter');
      expect(await other.pluginVersions.adopt([version('1')])).toBe(false);
      expect(await versionsOf('greeter')).toEqual([]);
      expect(await pluginVersions.adopt([])).toBe(false);
    });
  });
}
