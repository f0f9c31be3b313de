export interface Difference {
  /** A JSON pointer: `/messages/2/content`. Empty for the whole. */
  path: string;
  /** Absent on one side: `undefined`. */
  before: unknown;
  after: unknown;
}

/** Where two values of JSON part ways first, in the order of the first one; `undefined` when they say the same. */
export function firstDifference(before: unknown, after: unknown, path = ''): Difference | undefined {
  if (Object.is(before, after)) return undefined;
  if (Array.isArray(before) && Array.isArray(after)) return inLists(before, after, path);
  if (isRecord(before) && isRecord(after)) return inRecords(before, after, path);
  return { path, before, after };
}

function inLists(before: unknown[], after: unknown[], path: string): Difference | undefined {
  for (let index = 0; index < Math.max(before.length, after.length); index++) {
    const found = firstDifference(before[index], after[index], `${path}/${index}`);
    if (found) return found;
  }
  return undefined;
}

type Fields = Readonly<Record<string, unknown>>;

/** Without regard to the order of fields; one that is `undefined` is absent. */
function inRecords(before: Fields, after: Fields, path: string): Difference | undefined {
  for (const key of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const found = firstDifference(before[key], after[key], `${path}/${escaped(key)}`);
    if (found) return found;
  }
  return undefined;
}

const escaped = (key: string) => key.replaceAll('~', '~0').replaceAll('/', '~1');

const isRecord = (value: unknown): value is Fields => typeof value === 'object' && value !== null;
