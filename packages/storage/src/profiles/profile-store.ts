import type { ProfileStore, UserProfile } from '@cadence-agents/contracts';
import { decodeStrict, encodeStrict } from '@cadence-agents/contracts';
import type { Database } from '../database/database.ts';
import { statement } from '../database/statement.ts';
import { exactId, isExactText } from '../exact-text.ts';

type ProfileKey = { tenantId: string; userId: string };

const put = statement<ProfileKey & { profile: string }>(
  `INSERT INTO profiles (tenant_id, user_id, profile_json) VALUES ($tenantId, $userId, $profile)
   ON CONFLICT (tenant_id, user_id) DO UPDATE SET profile_json = excluded.profile_json`,
);
const find = statement<ProfileKey, { profile_json: string }>(
  'SELECT profile_json FROM profiles WHERE tenant_id = $tenantId AND user_id = $userId',
);

/** Inside another statement. */
export const profileOf = (tenantId: string, userId: string): string =>
  `(SELECT profile_json FROM profiles WHERE tenant_id = ${tenantId} AND user_id = ${userId})`;

export function createProfileStore(database: Database): ProfileStore {
  return {
    async get(tenantId, userId) {
      if (!isExactText(tenantId, userId)) return undefined;
      const row = await database.first(find, { tenantId, userId });
      return row && decodeStrict<UserProfile>(row.profile_json);
    },

    async put(tenantId, userId, given) {
      const key = { tenantId: exactId(tenantId, 'tenantId'), userId: exactId(userId, 'userId') };
      const profile = encodeStrict(given, '$', { optionalFields: true });
      await database.write((queries) => queries.run(put, { ...key, profile }), { durable: true });
      return decodeStrict<UserProfile>(profile);
    },
  };
}
