// The one place that says no. What may be done is data: `actions` and `subjects` of the contracts.
import {
  type Action,
  type Bond,
  CadenceError,
  roleReaches,
  ruleOf,
  subjects,
} from '@cadence-agents/contracts';
import { type Principal, strangerId } from './principal.ts';

/** Refuses what the principal may not do to anything. Which rows there are for it is for `reach.ts` to say. */
export function authorize(principal: Principal, action: Action): void {
  const refusal = refusalOf(principal, action);
  if (refusal) throw refusal;
}

export const may = (principal: Principal, action: Action): boolean =>
  refusalOf(principal, action) === undefined;

function refusalOf(principal: Principal, action: Action): CadenceError | undefined {
  const { role, on } = ruleOf(action);
  if (principal.keyId === strangerId) return forbidden(`"${action}" needs a key.`, 'Send one.');
  if (!roleReaches(principal.role, role)) {
    return forbidden(
      `This needs the role "${role}"; the key has "${principal.role}".`,
      `Use a key made with: cadence key create --role ${role}`,
    );
  }
  const bonds: readonly Bond[] = subjects[on].refuses;
  const bond = bonds.find((each) => isBound(principal, each));
  return bond && forbidden(...refusals[bond]);
}

function isBound({ deployment, scopes, userId }: Principal, bond: Bond): boolean {
  if (bond === 'tenant') return !deployment;
  return bond === 'workflows' ? scopes !== null : userId !== null;
}

const refusals: Record<Bond, [message: string, hint: string]> = {
  tenant: [
    'This concerns all tenants, and the key is for one.',
    'Use CADENCE_ADMIN_KEY, or the command line on the machine of the server.',
  ],
  workflows: [
    'This concerns all workflows, and the key is for some.',
    'Use a key that was made without --workflow.',
  ],
  user: ['This concerns all people, and the key is for one.', 'Use a key that was made without --user.'],
};

function forbidden(message: string, hint: string): CadenceError {
  return new CadenceError('FORBIDDEN', message, { hint });
}
