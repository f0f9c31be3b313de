import type { ChannelVersion, NewCheckpoint } from '@cadence-agents/contracts';
import { applyChange, growthBy, jsonSize, type ValueChange } from './json-change.ts';

/** A checkpoint's content with everything inherited from its ancestors. Never changed once made. */
export interface CheckpointState {
  /** Names of channels and nodes, in the order in which the rows since the last snapshot mention them. */
  names: readonly string[];
  versions: ReadonlyMap<string, ChannelVersion>;
  seen: ReadonlyMap<string, ReadonlyMap<string, ChannelVersion>>;
  values: ReadonlyMap<string, unknown>;
  /** About how many characters of JSON each value is; those not asked for yet are missing. */
  sizes: ReadonlyMap<string, number>;
  /** What it costs to read this state from the database, in characters. */
  readCost: number;
}

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

export const emptyState: CheckpointState = {
  names: [],
  versions: new Map(),
  seen: new Map(),
  values: new Map(),
  sizes: new Map(),
  readCost: 0,
};

export function sizeOf(state: CheckpointState, channel: string): number {
  if (!state.values.has(channel)) return 0;
  return state.sizes.get(channel) ?? jsonSize(state.values.get(channel));
}

/** Takes a state through steps. Long replays do not copy a list at every one of them. */
export class StateBuilder {
  names: readonly string[];
  readCost: number;
  readonly #versions: Map<string, ChannelVersion>;
  readonly #seen: Map<string, ReadonlyMap<string, ChannelVersion>>;
  readonly #values: Map<string, unknown>;
  readonly #sizes: Map<string, number>;
  /** Lists that nobody else has, and that may be changed in place. */
  readonly #own = new Map<string, unknown[]>();

  constructor(from: CheckpointState) {
    this.names = from.names;
    this.readCost = from.readCost;
    this.#versions = new Map(from.versions);
    this.#seen = new Map(from.seen);
    this.#values = new Map(from.values);
    this.#sizes = new Map(from.sizes);
  }

  apply(step: StateStep): void {
    for (const { channel, version, change } of step.channels) {
      if (version === undefined) this.#versions.delete(channel);
      else this.#versions.set(channel, version);
      this.#sizes.delete(channel);
      this.#change(channel, change);
    }
    for (const { node, versions } of step.seen) {
      this.#seen.set(node, new Map([...(this.#seen.get(node) ?? []), ...versions]));
    }
  }

  /** Drops what the checkpoint does not have; returns whether there was anything. */
  keepOnly({ versions, seen, written }: Pick<NewCheckpoint, 'versions' | 'seen' | 'written'>): boolean {
    // After the step to the checkpoint all of its names are here, so that more of them is all that can be wrong.
    const isSame =
      this.#versions.size === versions.size &&
      this.#seen.size === seen.size &&
      seen.entries().every(([node, channels]) => this.#seen.get(node)?.size === channels.size);
    if (isSame) return false;
    for (const channel of [...this.#versions.keys(), ...this.#values.keys()]) {
      if (versions.has(channel)) continue;
      this.#versions.delete(channel);
      if (!written.has(channel)) this.#values.delete(channel);
    }
    this.#seen.clear();
    for (const [node, channels] of seen) this.#seen.set(node, new Map(channels));
    return true;
  }

  /** The state as it is now; the builder can go on. */
  build(): CheckpointState {
    // From here on the lists are the state's too.
    this.#own.clear();
    return new StateBuilder({ ...this.finish(), names: [...this.names] }).finish();
  }

  /** The state, and the end of the builder. */
  finish(): CheckpointState {
    return {
      names: this.names,
      versions: this.#versions,
      seen: this.#seen,
      values: this.#values,
      sizes: this.#sizes,
      readCost: this.readCost,
    };
  }

  /** Notes how large the values are that a step has changed: by what came and went, where that is less to measure. */
  measure(before: CheckpointState, step: StateStep): void {
    for (const { channel, change } of step.channels) {
      if (!this.#values.has(channel)) continue;
      const growth = growthBy(change, before.values.get(channel));
      const size =
        growth === undefined ? jsonSize(this.#values.get(channel)) : sizeOf(before, channel) + growth;
      this.#sizes.set(channel, size);
    }
  }

  #change(channel: string, change: ValueChange): void {
    const own = this.#own.get(channel);
    if (own && change.kind === 'splice' && change.splice.at === own.length) {
      for (const item of change.splice.items) own.push(item);
      return;
    }
    const value = applyChange(this.#values.get(channel), change);
    this.#own.delete(channel);
    if (change.kind === 'absent') this.#values.delete(channel);
    else this.#values.set(channel, value);
    // A splice makes a list of its own; a whole value may be somebody else's.
    if (change.kind === 'splice' && Array.isArray(value)) this.#own.set(channel, value);
  }
}
