import { createHash, timingSafeEqual } from 'node:crypto';
import { localPrincipal, type Principal } from '../app/access/principal.ts';

/** The administrator, for whoever presents the key of the settings. */
export function adminPrincipal(adminKey: string | null, presented: string): Principal | undefined {
  if (adminKey === null) return undefined;
  const digest = (text: string) => createHash('sha256').update(text).digest();
  const isSame = timingSafeEqual(digest(adminKey), digest(presented));
  return isSame ? { ...localPrincipal, keyId: 'admin' } : undefined;
}
