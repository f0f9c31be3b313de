import type { Files } from './read-repository.ts';
import { isTest } from './source-files.ts';

export interface CapabilityRow {
  number: number;
  behaviour: string;
  tests: { file: string; title: string }[];
}

/** The rows of `docs/capabilities.md`: number, behaviour, the tests that show it. */
export function capabilityTable(markdown: string): CapabilityRow[] {
  const rows = markdown.matchAll(/^\| (\d+) \| (.+?) \| (.+) \|$/gm);
  return [...rows].map(([, number, behaviour = '', tests = '']) => ({
    number: Number(number),
    behaviour,
    tests: tests.split('<br>').map((test) => {
      const [, file = '', title = ''] = /^`([^`]+)` › (.+)$/.exec(test.trim()) ?? [];
      return { file, title };
    }),
  }));
}

/** The numbers that the document lists as not there yet: `- 144: a checkpointer for Firestore`. */
export function openCapabilities(markdown: string): number[] {
  return [...markdown.matchAll(/^- (\d+): /gm)].map(([, number]) => Number(number));
}

/** `engine/coordinator.test.ts` for a test of that name anywhere in the package, so that it may move between folders. */
const shortName = (path: string) =>
  path.replace(/^packages\//, '').replace(/^([^/]+|plugins\/[^/]+)\/(?:.+\/)?([^/]+)$/, '$1/$2');

const testHead = /\b(it|test|describe)((?:\.\w+)*)\s*[(<`]/g;

/** Whether the source has a test of that title, which is run. */
function hasTest(source: string, title: string): boolean {
  return ["'", '"', '`'].some((quote) => {
    const text = `${quote}${title}${quote},`;
    for (let at = source.indexOf(text); at !== -1; at = source.indexOf(text, at + 1)) {
      const [, kind, more = ''] = [...source.slice(0, at).matchAll(testHead)].at(-1) ?? [];
      if (
        /\(\s*$/.test(source.slice(0, at)) &&
        kind !== 'describe' &&
        kind &&
        !/\.(?:skip|todo)\b/.test(more)
      )
        return true;
    }
    return false;
  });
}

/** Tests that the table names and the repository does not have. */
export function missingTests(rows: readonly CapabilityRow[], files: Files): string[] {
  const tests = [...files].filter(([path]) => isTest(path));
  return rows.flatMap(({ number, tests: named }) =>
    named.flatMap(({ file, title }) => {
      const holders = tests.filter(([, text]) => title !== '' && hasTest(text, title));
      // A title that only one file has needs no name to be found by: the test has moved, and that is all.
      if (holders.length === 1 || holders.some(([path]) => shortName(path) === file)) return [];
      return [`${number}: "${file}" has no test "${title}"`];
    }),
  );
}
