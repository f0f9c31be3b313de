import type { NewCheckpoint } from '@cadence-agents/contracts';
import type { ChannelStep, CheckpointState, SeenStep, StateStep } from './checkpoint-state.ts';
import { absent, changeBetween } from './json-change.ts';

/** What a step can lead to. */
export type StepTarget = Pick<NewCheckpoint, 'versions' | 'seen' | 'written' | 'values'>;

/** The step from a state to a checkpoint. */
export function stepTo(before: CheckpointState, { versions, seen, written, values }: StepTarget): StateStep {
  const channels: ChannelStep[] = [];
  for (const channel of new Set([...versions.keys(), ...written])) {
    const version = versions.get(channel);
    const isWritten = written.has(channel);
    if (!isWritten && before.versions.get(channel) === version) continue;
    const hasValue = isWritten && values.has(channel);
    const change = hasValue ? changeBetween(before.values.get(channel), values.get(channel)) : absent;
    channels.push({ channel, version, change });
  }
  return { channels, seen: seenBetween(before.seen, seen) };
}

/** The step between two states, `undefined` when the second lacks a channel or node of the first. */
export function stepBetween(before: CheckpointState, after: CheckpointState): StateStep | undefined {
  if (forgetsAny(before, after)) return undefined;
  const channels: ChannelStep[] = [];
  for (const channel of new Set([...after.versions.keys(), ...after.values.keys()])) {
    const version = after.versions.get(channel);
    const old = before.values.get(channel);
    const value = after.values.get(channel);
    if (before.versions.get(channel) === version && old === value) continue;
    channels.push({ channel, version, change: value === undefined ? absent : changeBetween(old, value) });
  }
  return { channels, seen: seenBetween(before.seen, after.seen) };
}

function seenBetween(before: CheckpointState['seen'], after: CheckpointState['seen']): SeenStep[] {
  const steps: SeenStep[] = [];
  for (const [node, now] of after) {
    const old = before.get(node);
    const versions = [...now].filter(([channel, version]) => old?.get(channel) !== version);
    if (!old || versions.length > 0) steps.push({ node, versions });
  }
  return steps;
}

function forgetsAny(before: CheckpointState, after: CheckpointState): boolean {
  const lacks = (now: ReadonlyMap<string, unknown> | undefined, then: ReadonlyMap<string, unknown>) =>
    !now || then.keys().some((name) => !now.has(name));
  return (
    lacks(after.versions, before.versions) ||
    before.seen.entries().some(([node, then]) => lacks(after.seen.get(node), then)) ||
    before.values.keys().some((channel) => !after.values.has(channel) && !after.versions.has(channel))
  );
}

/** The step from nothing to a state. */
export function wholeStep(state: CheckpointState): StateStep {
  const named = new Set([...state.versions.keys(), ...state.values.keys()]);
  return {
    channels: [...named].map((channel) => ({
      channel,
      version: state.versions.get(channel),
      change: state.values.has(channel) ? { kind: 'whole', value: state.values.get(channel) } : absent,
    })),
    seen: [...state.seen].map(([node, versions]) => ({ node, versions: [...versions] })),
  };
}
