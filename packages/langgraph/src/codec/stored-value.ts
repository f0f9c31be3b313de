// How a value looks in the database: plain JSON as it is, everything else as an object with the field `$cadence` that
// names its kind. Plain data that has such a field itself is wrapped, so data never turns into anything else.
import { CadenceError } from '@cadence-agents/contracts';
import { isPlainObject, keep, mapObject, mapTree } from './map-tree.ts';
import { tagCodecs } from './tag-codecs.ts';

const TAG = '$cadence';
const storedUndefined = Object.freeze({ [TAG]: 'undefined' });

const codecByTag = new Map(tagCodecs.map((codec) => [codec.tag, codec]));

/** The stored form. It shares no object with the value, so that later changes to the value do not reach it. */
export function toStored(value: unknown): unknown {
  const inner = (part: unknown, depth: number) => mapTree(part, replace, depth + 1);
  const replace = (part: unknown, depth: number): unknown => {
    if (part === undefined) return storedUndefined;
    if (typeof part !== 'object' || part === null || Array.isArray(part)) return keep;
    if (isPlainObject(part)) {
      return Object.hasOwn(part, TAG) ? { [TAG]: 'object', value: mapObject(part, replace, depth) } : keep;
    }
    if (hasLangGraphName(part)) return inner(definedFields(part), depth);
    for (const codec of tagCodecs) {
      const stored = codec.store(part, (content) => inner(content, depth));
      if (stored) return { [TAG]: codec.tag, value: stored.content };
    }
    return keep;
  };
  return mapTree(value, replace);
}

/** The value of a stored form; it shares no object with it. */
export function fromStored(stored: unknown): unknown {
  const revive = (part: unknown, depth: number): unknown => {
    if (!isPlainObject(part) || !Object.hasOwn(part, TAG)) return keep;
    const { [TAG]: tag, value } = part;
    if (tag === 'undefined') return undefined;
    if (tag === 'object' && isPlainObject(value)) return mapObject(value, revive, depth);
    const codec = codecByTag.get(String(tag));
    if (!codec) throw unknownTag(String(tag));
    return codec.revive(value, (content) => mapTree(content, revive, depth + 1));
  };
  return mapTree(stored, revive);
}

/** LangGraph's Send, Command and Overwrite, which it accepts as plain objects of the same fields just as well. */
function hasLangGraphName(value: object): boolean {
  return 'lg_name' in value && ['Send', 'Command', 'Overwrite'].includes(String(value.lg_name));
}

const definedFields = (value: object): object =>
  Object.fromEntries(Object.entries(value).filter(([, field]) => field !== undefined));

function unknownTag(tag: string): CadenceError {
  return new CadenceError('STORE_NEWER', `A stored value is of the kind "${tag}", which is not known here.`, {
    hint: 'It was written by a newer version of Cadence: start that version or a later one.',
  });
}
