import { CadenceError, endpoints } from '@cadence-agents/contracts';
import type { EnteredSecret } from '../security/open-secrets.ts';
import { audited } from './access/audited.ts';
import { authorize } from './access/authorize.ts';
import type { Principal } from './access/principal.ts';
import type { AppContext } from './app-context.ts';
import { invalidInput } from './invalid-input.ts';

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
  given: { name: string; value: string },
): Promise<EnteredSecret> {
  return audited(context, principal, 'secret.put', given.name, async () => {
    const { name, value } = readSecret(given);
    return context.secrets.put(name, value);
  });
}

const { params, body } = endpoints.putSecret;
const secretSchema = params.extend(body.shape);

function readSecret(given: { name: string; value: string }): { name: string; value: string } {
  const { data, error } = secretSchema.safeParse(given);
  if (data) return data;
  throw invalidInput(error.issues.map(({ path, message }) => ({ path: path.join('.'), message })));
}

export function deleteSecret(context: Changing, principal: Principal, name: string): Promise<void> {
  return audited(context, principal, 'secret.delete', name, async () => {
    if (await context.secrets.delete(name)) return;
    throw new CadenceError('SECRET_NOT_FOUND', `There is no secret "${name}".`, {
      hint: 'Look at the list of secrets. One that is set in the environment is removed there.',
    });
  });
}
