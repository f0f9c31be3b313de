import type { JsonValue, Policy, PolicySubject } from '@cadence-agents/contracts';
import { appendItem, removeAt, setValue } from './edit-json.ts';
import { readDraft } from './read-draft.ts';

export function addPolicy(text: string, policy: Policy): string {
  const withList = readDraft(text).policies.length === 0 ? setValue(text, ['policies'], []) : text;
  return appendItem(withList, ['policies'], plain(policy));
}

export const setPolicy = (text: string, index: number, policy: JsonValue): string =>
  setValue(text, ['policies', index], policy);

/** Sets one field of a policy, or removes it. */
export function setPolicyField(
  text: string,
  index: number,
  name: string,
  value: JsonValue | undefined,
): string {
  const path = ['policies', index, name];
  return value === undefined ? removeAt(text, path) : setValue(text, path, value);
}

/** Without any there is no list of them. */
export function removePolicy(text: string, index: number): string {
  const isLast = readDraft(text).policies.length === 1;
  return removeAt(text, isLast ? ['policies'] : ['policies', index]);
}

/** A policy under another rule: what both know stays. */
export function underRule(policy: Policy, rule: Policy['rule'], anything: PolicySubject): Policy {
  const name = policy.name === undefined ? {} : { name: policy.name };
  const what = 'what' in policy ? policy.what : anything;
  switch (rule) {
    case 'before':
      return { rule, ...name, first: anything, what };
    case 'after':
      return { rule, ...name, what, follows: anything };
    case 'atMost':
      return { rule, ...name, what, times: 1 };
    case 'noFlow':
      return { rule, ...name };
    case 'never':
    case 'approvedBefore':
      return { rule, ...name, what };
  }
}

const plain = (policy: Policy): JsonValue => JSON.parse(JSON.stringify(policy));
