import type { Policy, PolicySubject } from '@cadence-agents/contracts';

/** A policy in words, for people. */
export function describePolicy(policy: Policy): string {
  return policy.name ?? inWords(policy);
}

function inWords(policy: Policy): string {
  switch (policy.rule) {
    case 'never':
      return `never ${subject(policy.what)}`;
    case 'before':
      return `${subject(policy.what)} only after ${subject(policy.first)}`;
    case 'after':
      return `after ${subject(policy.what)} always ${subject(policy.follows)}`;
    case 'atMost':
      return `${subject(policy.what)} at most ${policy.times} times`;
    case 'approvedBefore':
      return `${subject(policy.what)} only when a person has approved`;
    case 'noFlow': {
      const from = policy.from?.join(', ') ?? 'tools that are not to be trusted';
      const to = policy.to?.join(', ') ?? 'tools with effects';
      return `no way from ${from} to ${to} without a person`;
    }
  }
}

function subject(what: PolicySubject): string {
  if ('node' in what) return `node "${what.node}"`;
  return 'edge' in what ? `edge "${what.edge}"` : `tool "${what.tool}"`;
}
