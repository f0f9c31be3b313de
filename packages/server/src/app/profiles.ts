import { CadenceError, type UserProfile, userProfileSchema } from '@cadence-agents/contracts';
import { audited } from './access/audited.ts';
import { authorize } from './access/authorize.ts';
import { ownerOf, type Principal } from './access/principal.ts';
import type { AppContext } from './app-context.ts';

/** What is known of a person beyond a conversation; the principal's own when nobody is named. */
export async function readProfile(
  { store }: Pick<AppContext, 'store'>,
  principal: Principal,
  userId?: string,
): Promise<UserProfile> {
  authorize(principal, 'profile.read');
  const { tenantId, ownerId } = profileOwner(principal, userId);
  return (await store.profiles.get(tenantId, ownerId)) ?? userProfileSchema.parse({});
}

export function saveProfile(
  context: Pick<AppContext, 'store' | 'log'>,
  principal: Principal,
  profile: UserProfile,
  userId?: string,
): Promise<UserProfile> {
  return audited(context, principal, 'profile.put', userId ?? ownerOf(principal).ownerId, async () => {
    const { tenantId, ownerId } = profileOwner(principal, userId);
    return context.store.profiles.put(tenantId, ownerId, profile);
  });
}

/** Somebody else's is for authors whose key is nobody's in particular. */
function profileOwner(principal: Principal, userId: string | undefined) {
  const own = ownerOf(principal);
  if (userId === undefined || userId === own.ownerId) return own;
  authorize(principal, 'profile.put');
  if (principal.userId !== null) {
    throw new CadenceError('FORBIDDEN', `The profile of "${userId}" is not that of the key's own user.`, {
      hint: 'Leave userId out, or use a key that was made without --user.',
    });
  }
  return { ...own, ownerId: userId };
}
