import type { Checkpoint } from '@langchain/langgraph-checkpoint';
import type { ChannelVersion, CheckpointState } from './checkpoint-state.ts';
import { absent, changeBetween, storedChangeBetween, type ValueChange } from './value-change.ts';

export interface ChannelStep {
  channel: string;
  /** Missing only when the checkpoint gives the channel none. */
  version: ChannelVersion | undefined;
  change: ValueChange;
}

export interface SeenStep {
  node: string;
  /** What the node has newly seen. */
  versions: readonly (readonly [channel: string, version: ChannelVersion])[];
}

/** What leads from one state to the next. */
export interface StateStep {
  channels: readonly ChannelStep[];
  seen: readonly SeenStep[];
}

/** The step from a state to a checkpoint whose channels in `written` have new values. */
export function stepBetween(
  before: CheckpointState,
  checkpoint: Checkpoint,
  written: ReadonlySet<string>,
  copy: boolean,
): StateStep {
  const { channel_versions: versions, channel_values: values } = checkpoint;
  const named = new Set([...Object.keys(versions), ...written]);
  const channels: ChannelStep[] = [];
  for (const channel of named) {
    const version = Object.hasOwn(versions, channel) ? versions[channel] : undefined;
    const isWritten = written.has(channel);
    if (!isWritten && before.versions.get(channel) === version) continue;
    const hasValue = isWritten && Object.hasOwn(values, channel);
    const change = hasValue ? changeBetween(before.values.get(channel), values[channel], copy) : absent;
    channels.push({ channel, version, change });
  }
  return { channels, seen: seenBetween(before, checkpoint.versions_seen) };
}

function seenBetween(before: CheckpointState, after: Checkpoint['versions_seen']): SeenStep[] {
  const steps: SeenStep[] = [];
  for (const [node, seen] of Object.entries(after)) {
    const old = before.seen.get(node);
    const versions = Object.entries(seen).filter(([channel, version]) => old?.get(channel) !== version);
    if (!old || versions.length > 0) steps.push({ node, versions });
  }
  return steps;
}

/** The step between two states, `undefined` when the second lacks a channel or node of the first. */
export function stepBetweenStates(before: CheckpointState, after: CheckpointState): StateStep | undefined {
  if (forgetsAny(before, after)) return undefined;
  const channels: ChannelStep[] = [];
  for (const channel of new Set([...after.versions.keys(), ...after.values.keys()])) {
    const version = after.versions.get(channel);
    const old = before.values.get(channel);
    const value = after.values.get(channel);
    if (before.versions.get(channel) === version && old === value) continue;
    const change = value === undefined ? absent : storedChangeBetween(old, value);
    channels.push({ channel, version, change });
  }
  const seen: SeenStep[] = [];
  for (const [node, now] of after.seen) {
    const old = before.seen.get(node);
    const versions = [...now].filter(([channel, version]) => old?.get(channel) !== version);
    if (!old || versions.length > 0) seen.push({ node, versions });
  }
  return { channels, seen };
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
