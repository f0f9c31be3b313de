import { type UserProfile, userProfileSchema } from '@cadence/contracts';
import { audited } from './access/audited.ts';
import { demandRole, ownerOf, type Principal } from './access/principal.ts';
import type { AppContext } from './app-context.ts';

/** What is known of a person beyond a conversation; the principal's own when nobody is named. */
export async function readProfile(
  { store }: Pick<AppContext, 'store'>,
  principal: Principal,
  userId?: string,
): Promise<UserProfile> {
  const { tenantId, ownerId } = profileOwner(principal, userId);
  return (await store.profiles.get(tenantId, ownerId)) ?? userProfileSchema.parse({});
}

export function saveProfile(
  context: Pick<AppContext, 'store' | 'log'>,
  principal: Principal,
  profile: UserProfile,
  userId?: string,
): Promise<UserProfile> {
  return audited(context, principal, 'profile.put', null, async () => {
    const { tenantId, ownerId } = profileOwner(principal, userId);
    return context.store.profiles.put(tenantId, ownerId, profile);
  });
}

/** Somebody else's is for those who may write agents. */
function profileOwner(principal: Principal, userId: string | undefined) {
  const own = ownerOf(principal);
  if (userId === undefined || userId === own.ownerId) return own;
  demandRole(principal, 'author');
  return { ...own, ownerId: userId };
}
