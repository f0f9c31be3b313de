import { CadenceError } from '@cadence/contracts';
import type { EnteredSecret } from '../security/open-secrets.ts';
import { audited } from './access/audited.ts';
import { authorize } from './access/authorize.ts';
import type { Principal } from './access/principal.ts';
import type { AppContext } from './app-context.ts';

type Changing = Pick<AppContext, 'secrets' | 'store' | 'log'>;

/** Their names; their values are told to nobody. */
export async function listSecrets(
  { secrets }: Pick<AppContext, 'secrets'>,
  principal: Principal,
): Promise<EnteredSecret[]> {
  authorize(principal, 'secret.read');
  return secrets.list();
}

/** Keeps a secret under the name of the environment variable that it stands for. */
export function putSecret(
  context: Changing,
  principal: Principal,
  { name, value }: { name: string; value: string },
): Promise<EnteredSecret> {
  return audited(context, principal, 'secret.put', name, () => context.secrets.put(name, value));
}

export function deleteSecret(context: Changing, principal: Principal, name: string): Promise<void> {
  return audited(context, principal, 'secret.delete', name, async () => {
    if (await context.secrets.delete(name)) return;
    throw new CadenceError('SECRET_NOT_FOUND', `There is no secret "${name}".`, {
      hint: 'Look at the list of secrets. One that is set in the environment is removed there.',
    });
  });
}
