// The text of a step: `[[channel …],[seen …]]`, with names as numbers once they have been mentioned.
//   channel: [name, version] without a value, [name, version, 0, value], [name, version, 1, at, remove, [item …]]
//            or [name, version, 2, patch]
//   seen:    [node, channel, version, channel, version …]
//   patch:   [{field: value}, {field: patch}, [dropped field …]]
// A third list holds the names known from the start, in rows that have to stand alone and keep the numbers.
import { encodeStrict } from '../strict-json.ts';
import type { ObjectPatch } from './object-patch.ts';
import type { ChannelStep, SeenStep, StateStep } from './state-step.ts';

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
