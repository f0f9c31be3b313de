import type { Checkpoint } from '@langchain/langgraph-checkpoint';
import { type ChannelVersion, type CheckpointState, jsonSize, sizeOf } from './checkpoint-state.ts';
import { isPlainObject } from './map-tree.ts';
import { growthBy } from './object-patch.ts';
import type { StateStep } from './state-step.ts';
import { applyChange, type ValueChange } from './value-change.ts';

/** Takes a state through steps. Long replays do not copy a list at every one of them. */
export class StateBuilder {
  names: readonly string[];
  plain: boolean;
  readCost: number;
  readonly #versions: Map<string, ChannelVersion>;
  readonly #seen: Map<string, ReadonlyMap<string, ChannelVersion>>;
  readonly #values: Map<string, unknown>;
  readonly #sizes: Map<string, number>;
  /** Lists that nobody else has, and that may be changed in place. */
  readonly #own = new Map<string, unknown[]>();

  constructor(from: CheckpointState) {
    this.names = from.names;
    this.plain = from.plain;
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
  keepOnly(
    { channel_versions: versions, versions_seen: seen }: Checkpoint,
    written: ReadonlySet<string>,
  ): boolean {
    // After the step to the checkpoint all of its names are here, so that more of them is all that can be wrong.
    const nodes = Object.entries(seen);
    const isSame =
      this.#versions.size === Object.keys(versions).length &&
      this.#seen.size === nodes.length &&
      nodes.every(([node, channels]) => this.#seen.get(node)?.size === Object.keys(channels).length);
    if (isSame) return false;
    for (const channel of [...this.#versions.keys(), ...this.#values.keys()]) {
      if (Object.hasOwn(versions, channel)) continue;
      this.#versions.delete(channel);
      if (!written.has(channel)) this.#values.delete(channel);
    }
    this.#seen.clear();
    for (const [node, channels] of nodes) this.#seen.set(node, new Map(Object.entries(channels)));
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
      plain: this.plain,
      readCost: this.readCost,
    };
  }

  /** Notes how large the values are that a step has changed. */
  measure(before: CheckpointState, step: StateStep): void {
    for (const { channel, change } of step.channels) {
      if (!this.#values.has(channel)) continue;
      this.#sizes.set(channel, sizeAfter(before, channel, change) ?? jsonSize(this.#values.get(channel)));
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

/** Measures what came and went rather than the whole of a long list or a large object. */
function sizeAfter(before: CheckpointState, channel: string, change: ValueChange): number | undefined {
  const old = before.values.get(channel);
  if (change.kind === 'splice' && Array.isArray(old)) {
    const { at, remove, items } = change.splice;
    return sizeOf(before, channel) + jsonSize(items) - jsonSize(old.slice(at, at + remove));
  }
  if (change.kind !== 'patch' || !isPlainObject(old)) return undefined;
  return sizeOf(before, channel) + growthBy(change.patch, old);
}
