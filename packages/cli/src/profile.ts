import { CadenceError, localOwner, userProfileSchema } from '@cadence/contracts';
import { readJsonFile } from '@cadence/server/read-json-file';
import { withStorage } from '../with-storage.ts';

interface ProfileOptions {
  user?: string;
}

const { tenantId, ownerId } = localOwner;

export async function profileShow({ user = ownerId }: ProfileOptions): Promise<void> {
  const profile = await withStorage(({ store }) => store.profiles.get(tenantId, user));
  console.log(JSON.stringify(profile ?? userProfileSchema.parse({}), null, 2));
}

export async function profileSet(file: string, { user = ownerId }: ProfileOptions): Promise<void> {
  const parsed = userProfileSchema.safeParse(readJsonFile(file));
  if (!parsed.success) {
    const problems = parsed.error.issues.map(
      ({ path, message }) => `${['$', ...path].join('.')}: ${message}`,
    );
    throw new CadenceError('INPUT_INVALID', `"${file}" is not a profile. ${problems.join('; ')}`, {
      hint: 'A profile has "name", "roles", "tools" and "preferences", each optional.',
      details: problems,
    });
  }
  const kept = await withStorage(({ store }) => store.profiles.put(tenantId, user, parsed.data));
  console.log(JSON.stringify(kept, null, 2));
}
