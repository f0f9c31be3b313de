import type { UserProfile } from '@cadence-agents/contracts';
import { describe, expect, it } from 'vitest';
import { tenantId } from './samples.fixture.ts';
import type { OpenTestDatabase } from './test-database.ts';
import { useDatabase } from './use-database.fixture.ts';

const ann: UserProfile = { name: 'Ann', roles: ['staff'], preferences: { units: { length: 'm' } } };

export function profilesConformance(open: OpenTestDatabase): void {
  describe('profiles', () => {
    const db = useDatabase(open);

    it('put keeps a profile exactly, and the next one replaces it whole', async () => {
      const { profiles } = db.store;
      expect(await profiles.put(tenantId, 'ann', ann)).toStrictEqual(ann);
      expect(await profiles.get(tenantId, 'ann')).toStrictEqual(ann);
      const next: UserProfile = { roles: [], tools: ['search'], preferences: {} };
      await profiles.put(tenantId, 'ann', next);
      expect(await profiles.get(tenantId, 'ann')).toStrictEqual(next);
    });

    it('get tells tenants and users apart', async () => {
      const { profiles } = db.store;
      await profiles.put(tenantId, 'ann', ann);
      expect(await profiles.get('other', 'ann')).toBeUndefined();
      expect(await profiles.get(tenantId, 'Ann')).toBeUndefined();
      expect(await profiles.get(tenantId, 'a\0nn')).toBeUndefined();
    });

    it('put refuses an id that cannot be looked up', async () => {
      await expect(db.store.profiles.put(tenantId, '', ann)).rejects.toMatchObject({
        code: 'VALUE_NOT_STORABLE',
      });
    });
  });
}
