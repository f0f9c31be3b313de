// Which piece of a text a parameter wants, judged by the parameter's name, description and format.
import { fieldOf, type JsonObject, textOf } from '@cadence-agents/contracts';
import type { Clues } from '../text/clues.ts';
import type { Place } from '../text/places.ts';

interface Wanted {
  /** The name of the parameter, its words apart. */
  name: string;
  description: string;
  format: string;
}

/** A kind of text: whether a parameter wants it, where it is found, and what to say when it is not there. */
interface TextKind {
  wants: (wanted: Wanted) => boolean;
  find: (clues: Clues, wanted: Wanted) => string | undefined;
  instead: (clues: Clues) => string;
}

const nothing = () => '';

const kinds: readonly TextKind[] = [
  {
    wants: ({ name, format }) =>
      format === 'uri' || format === 'url' || /\b(url|uri|link|website)\b/.test(name),
    find: ({ text }) => /\bhttps?:\/\/[^\s"'<>]+/i.exec(text)?.[0],
    instead: () => 'https://example.com/',
  },
  {
    wants: ({ name, format }) => format === 'email' || /\be?mail\b/.test(name),
    find: ({ text }) => /[^\s@<>,;]+@[^\s@<>,;]+\.[A-Za-z]{2,}/.exec(text)?.[0],
    instead: () => 'someone@example.com',
  },
  {
    wants: ({ format }) => format === 'date-time',
    find: ({ text }) => /\b\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2})?(?:Z|[+-]\d{2}:\d{2})?/.exec(text)?.[0],
    instead: () => '2000-01-01T00:00:00Z',
  },
  {
    wants: ({ name, format }) => format === 'date' || /\b(date|day)\b/.test(name),
    find: ({ text }, { format }) => {
      const iso = /\b\d{4}-\d{2}-\d{2}\b/.exec(text)?.[0];
      return (
        iso ??
        (format === 'date' ? undefined : /\b(today|tomorrow|yesterday)\b/i.exec(text)?.[0].toLowerCase())
      );
    },
    instead: () => '2000-01-01',
  },
  {
    wants: ({ name, description }) =>
      /\b(expression|expr|formula|equation|calculation)\b/.test(name) ||
      /\b(arithmetic|mathematical)\b/i.test(description),
    find: ({ arithmetic }) => arithmetic,
    instead: ({ topic }) => topic,
  },
  {
    wants: ({ name }) => /\b(time|clock|hour)\b/.test(name) && !/\bzone\b/.test(name),
    find: ({ times }) => times[0]?.time,
    instead: () => '00:00',
  },
  {
    wants: ({ name }) => /\b(language|lang|locale)\b/.test(name),
    find: ({ text }) => /\b(?:in|into|to)\s+(\p{Lu}\p{Ll}+)\b/u.exec(text)?.[1],
    instead: () => 'English',
  },
  {
    wants: ({ name, description }) => /^(from|to)$/.test(name) && /\bdate\b/i.test(description),
    find: ({ text }, { name }) => {
      const dates = text.match(/\b(?:\d{4}-\d{2}-\d{2}|today|tomorrow|yesterday)\b/gi) ?? [];
      const [first, second] = /\buntil\b/i.test(text) ? ['today', dates[0]] : [dates[0], dates[1] ?? 'today'];
      return name === 'from' ? first : first && second;
    },
    instead: () => '2000-01-01',
  },
  {
    wants: ({ name }) => /^(from|source|origin|base|src)\b/.test(name),
    find: (clues, wanted) => placeText(fromPlace(clues), wanted) ?? clues.from,
    instead: ({ topic }) => topic,
  },
  {
    wants: ({ name }) => /^(to|target|dest|destination)\b/.test(name),
    find: (clues, wanted) => placeText(toPlace(clues), wanted) ?? clues.to,
    instead: ({ topic }) => topic,
  },
  {
    wants: ({ name, description }) =>
      /\b(zone|timezone|tz|city|place|location|country|region|town)\b/.test(name) ||
      /\btime ?zone\b/i.test(description),
    find: ({ places }, wanted) => placeText(places[0], wanted),
    instead: ({ topic }) => topic,
  },
  {
    wants: () => true,
    find: ({ quoted, topic }) => (quoted ?? topic) || undefined,
    instead: nothing,
  },
];

export interface StringArgument {
  value: string;
  /** Whether the text had it; otherwise the value is only of the right form. */
  found: boolean;
  /** Whether any text at all would do, as for a search. */
  anyText: boolean;
}

export function readStringArgument(name: string, schema: JsonObject, clues: Clues): StringArgument {
  const wanted = {
    name: name
      .replace(/([a-z])([A-Z])/g, '$1 $2')
      .replace(/[_-]+/g, ' ')
      .toLowerCase(),
    description: textOf(fieldOf(schema, 'description')),
    format: textOf(fieldOf(schema, 'format')),
  };
  const kind = kinds.find(({ wants }) => wants(wanted));
  const found = kind?.find(clues, wanted);
  return {
    value: found ?? kind?.instead(clues) ?? '',
    found: found !== undefined,
    anyText: kind === kinds.at(-1),
  };
}

/** Where a time is given for one of two places, that is where it comes from. */
function fromPlace({ text, places, times, from }: Clues): Place | undefined {
  const written = places.find(({ name }) => from?.startsWith(name) || text.includes(`from ${name}`));
  if (written !== undefined || places.length < 2) return written;
  const [time] = times;
  return time === undefined ? places[0] : (places.find(({ index }) => index > time.index) ?? places[0]);
}

function toPlace(clues: Clues): Place | undefined {
  const from = fromPlace(clues);
  return clues.places.find((place) => place !== from);
}

function placeText(place: Place | undefined, { name, description }: Wanted): string | undefined {
  const zoned = /\b(zone|timezone|tz|iana)\b/i.test(`${name} ${description}`);
  return zoned ? (place?.zone ?? place?.name) : place?.name;
}
