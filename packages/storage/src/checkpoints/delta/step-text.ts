// The text of a step: `[[channel …],[seen …]]`, with names as numbers once they have been mentioned.
//   channel: [name, version] without a value, [name, version, 0, value], [name, version, 1, at, remove, [item …]]
//            or [name, version, 2, patch]
//   seen:    [node, channel, version, channel, version …]
//   patch:   [{field: value}, {field: patch}, [dropped field …]]
// A third list holds the names known from the start, in rows that have to stand alone and keep the numbers.
import { CadenceError, type ChannelVersion, decodeStrict, encodeStrict } from '@cadence-agents/contracts';
import type { ChannelStep, SeenStep, StateStep } from './checkpoint-state.ts';
import { absent, isPlainObject, type ObjectPatch, type ValueChange } from './json-change.ts';

interface WrittenStep {
  text: string;
  /** All names mentioned so far. */
  names: readonly string[];
}

export function writeStep(step: StateStep, known: readonly string[], declaresKnown = false): WrittenStep {
  const names = new NameWriter(known);
  const channels = step.channels.map((channel) => channelText(channel, names));
  const seen = step.seen.map((entry) => seenText(entry, names));
  const declared = declaresKnown ? `,${encodeStrict(known, 'a name')}` : '';
  return { text: `[[${channels.join(',')}],[${seen.join(',')}]${declared}]`, names: names.all };
}

class NameWriter {
  #names: readonly string[];

  constructor(known: readonly string[]) {
    this.#names = known;
  }

  get all(): readonly string[] {
    return this.#names;
  }

  write(name: string): string {
    // There are few names, so that a look at each costs less than an index.
    const index = this.#names.indexOf(name);
    if (index >= 0) return String(index);
    this.#names = [...this.#names, name];
    return encodeStrict(name, 'a name');
  }
}

function channelText({ channel, version, change }: ChannelStep, names: NameWriter): string {
  const start = `[${names.write(channel)},${JSON.stringify(version ?? null)}`;
  switch (change.kind) {
    case 'absent':
      return `${start}]`;
    case 'whole':
      return `${start},0,${encodeStrict(change.value, channel)}]`;
    case 'splice': {
      const { at, remove, items } = change.splice;
      const texts = items.map((item, index) => encodeStrict(item, `${channel}[${at + index}]`));
      return `${start},1,${at},${remove},[${texts.join(',')}]]`;
    }
    case 'patch':
      return `${start},2,${patchText(change.patch, channel)}]`;
  }
}

function patchText({ set, inner, drop }: ObjectPatch, path: string): string {
  const inners = Object.entries(inner).map(
    ([name, patch]) => `${encodeStrict(name, path)}:${patchText(patch, `${path}.${name}`)}`,
  );
  const parts = [encodeStrict(set, path)];
  if (inners.length > 0 || drop.length > 0) parts.push(`{${inners.join(',')}}`);
  if (drop.length > 0) parts.push(encodeStrict(drop, path));
  return `[${parts.join(',')}]`;
}

function seenText({ node, versions }: SeenStep, names: NameWriter): string {
  const start = names.write(node);
  const pairs = versions.map(([channel, version]) => `,${names.write(channel)},${JSON.stringify(version)}`);
  return `[${start}${pairs.join('')}]`;
}
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
