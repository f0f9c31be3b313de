// A policy as a small machine that watches a run: numbered states, and the step at which the policy is broken.
import type { Policy, PolicySubject, ToolTraits } from '@cadence-agents/contracts';
import type { Passage } from './advance.ts';

/** What a run did at a visit, in order. */
export type RunAct =
  | { readonly node: string }
  | { readonly edge: string }
  | { readonly tool: string }
  | { readonly person: 'answered' | 'declined' };

export const BROKEN = -1;

export interface Monitor {
  /** The state after an act, or `BROKEN`. The first state is 0. */
  next(state: number, act: RunAct): number;
  /** Whether the policy is broken by a run that ends in this state. */
  brokenAtEnd(state: number): boolean;
}

export function actsOf({ from, move, edge }: Passage): RunAct[] {
  const person = move.deed === 'declines' ? 'declined' : 'answered';
  return [
    { node: from },
    ...(move.personAnswered ? [{ person } as const] : []),
    ...(move.runs ?? []).map((tool) => ({ tool })),
    ...(edge === undefined ? [] : [{ edge }]),
  ];
}

export function watch(monitor: Monitor, start: number, acts: readonly RunAct[]): number {
  let state = start;
  for (const act of acts) {
    if (state === BROKEN) return state;
    state = monitor.next(state, act);
  }
  return state;
}

export function monitorOf(policy: Policy, tools: ReadonlyMap<string, ToolTraits>): Monitor {
  const safety = (next: Monitor['next']): Monitor => ({ next, brokenAtEnd: () => false });
  const isPerson = (act: RunAct) => 'person' in act && act.person === 'answered';
  switch (policy.rule) {
    case 'never':
      return safety((state, act) => (matches(policy.what, act) ? BROKEN : state));
    case 'before':
      return safety((state, act) => {
        if (state === 0 && matches(policy.what, act)) return BROKEN;
        return matches(policy.first, act) ? 1 : state;
      });
    case 'after':
      return {
        next: (state, act) => {
          if (matches(policy.follows, act)) return 0;
          return matches(policy.what, act) ? 1 : state;
        },
        brokenAtEnd: (state) => state === 1,
      };
    case 'atMost':
      return safety((state, act) => {
        if (!matches(policy.what, act)) return state;
        return state >= policy.times ? BROKEN : state + 1;
      });
    case 'approvedBefore':
      // One answer is for all that is done at the same visit: 2 until then.
      return safety((state, act) => {
        const now = 'node' in act && state === 2 ? 0 : state;
        if (isPerson(act)) return 1;
        if (!matches(policy.what, act)) return now;
        return now === 0 ? BROKEN : 2;
      });
    case 'noFlow':
      // What is called at the same visit has not seen the result yet: 2 until then.
      return safety((state, act) => {
        const now = 'node' in act && state === 2 ? 1 : state;
        if (isPerson(act)) return 0;
        if (!('tool' in act)) return now;
        const { untrusted = false, readOnly = false } = tools.get(act.tool) ?? {};
        if (now === 1 && (policy.to?.includes(act.tool) ?? !readOnly)) return BROKEN;
        return now === 0 && (policy.from?.includes(act.tool) ?? untrusted) ? 2 : now;
      });
  }
}

function matches(subject: PolicySubject, act: RunAct): boolean {
  if ('node' in subject) return 'node' in act && act.node === subject.node;
  if ('edge' in subject) return 'edge' in act && act.edge === subject.edge;
  return 'tool' in act && act.tool === subject.tool;
}

/** Whether a run that did this breaks a policy. */
export function isBroken(
  policy: Policy,
  tools: readonly ToolTraits[],
  { acts, ended }: { acts: readonly RunAct[]; ended: boolean },
): boolean {
  const monitor = monitorOf(policy, new Map(tools.map((tool) => [tool.name, tool])));
  const state = watch(monitor, 0, acts);
  return state === BROKEN || (ended && monitor.brokenAtEnd(state));
}
