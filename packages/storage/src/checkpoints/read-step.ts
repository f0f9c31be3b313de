import { CadenceError } from '@cadence/contracts';
import { decodeStrict } from '../strict-json.ts';
import type { ChannelVersion } from './checkpoint-state.ts';
import { isPlainObject } from './map-tree.ts';
import type { ObjectPatch } from './object-patch.ts';
import type { ChannelStep, SeenStep, StateStep } from './state-step.ts';
import { absent, type ValueChange } from './value-change.ts';

/** The step that `writeStep` wrote; names that are new are added to `names`. */
export function readStep(text: string, names: string[]): StateStep {
  const [channels, seen, known = []] = listOf(decodeStrict(text));
  for (const name of listOf(known)) names.push(String(name));
  return {
    channels: listOf(channels).map((entry) => channelOf(listOf(entry), names)),
    seen: listOf(seen).map((entry) => seenOf(listOf(entry), names)),
  };
}

function channelOf([name, version, ...change]: readonly unknown[], names: string[]): ChannelStep {
  return {
    channel: nameOf(name, names),
    version: version === null ? undefined : versionOf(version),
    change: changeOf(change),
  };
}

function changeOf([kind, ...content]: readonly unknown[]): ValueChange {
  switch (kind) {
    case undefined:
      return absent;
    case 0:
      return { kind: 'whole', value: content[0] };
    case 1: {
      const [at, remove, items] = content;
      return { kind: 'splice', splice: { at: Number(at), remove: Number(remove), items: listOf(items) } };
    }
    case 2:
      return { kind: 'patch', patch: patchOf(content[0]) };
    default:
      throw unreadable();
  }
}

function patchOf(content: unknown): ObjectPatch {
  const [set, inner = {}, drop = []] = listOf(content);
  if (!isPlainObject(set) || !isPlainObject(inner)) throw unreadable();
  const patches = Object.entries(inner).map(([name, patch]): [string, ObjectPatch] => [name, patchOf(patch)]);
  return { set, inner: Object.fromEntries(patches), drop: listOf(drop).map(String) };
}

function seenOf([node, ...pairs]: readonly unknown[], names: string[]): SeenStep {
  const name = nameOf(node, names);
  const versions: [string, ChannelVersion][] = [];
  for (let index = 0; index < pairs.length; index += 2) {
    versions.push([nameOf(pairs[index], names), versionOf(pairs[index + 1])]);
  }
  return { node: name, versions };
}

function nameOf(written: unknown, names: string[]): string {
  if (typeof written === 'string') {
    names.push(written);
    return written;
  }
  const name = typeof written === 'number' ? names[written] : undefined;
  if (name === undefined) throw unreadable();
  return name;
}

function versionOf(version: unknown): ChannelVersion {
  if (typeof version !== 'number' && typeof version !== 'string') throw unreadable();
  return version;
}

function listOf(value: unknown): readonly unknown[] {
  if (!Array.isArray(value)) throw unreadable();
  return value;
}

function unreadable(): CadenceError {
  return new CadenceError('STORE_CORRUPT', 'A stored checkpoint does not have the form of one.', {
    hint: 'The database was changed from outside or is damaged: restore a backup.',
  });
}
