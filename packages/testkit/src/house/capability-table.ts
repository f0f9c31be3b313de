import type { Files } from './read-repository.ts';

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

/** The numbers that the document says are not in its table yet. */
export function openCapabilities(markdown: string): number[] {
  const [, numbers = ''] = /^Not in the table yet: ([\d, ]+) \(/m.exec(markdown) ?? [];
  return [...numbers.matchAll(/\d+/g)].map(([number]) => Number(number));
}

/** Tests that the table names and the repository does not have. A title is looked for as a string of its file. */
export function missingTests(rows: readonly CapabilityRow[], files: Files): string[] {
  return rows.flatMap(({ number, tests }) =>
    tests.flatMap(({ file, title }) => {
      const text = files.get(file);
      if (text === undefined) return [`${number}: there is no file "${file}"`];
      const found = ["'", '"', '`'].some((quote) => text.includes(`${quote}${title}${quote}`));
      return found ? [] : [`${number}: "${file}" has no test "${title}"`];
    }),
  );
}
