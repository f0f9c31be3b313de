import { stripVTControlCharacters } from 'node:util';
import type { ApiReplayReport } from '@cadence-agents/contracts';

/** How a recording was replayed. */
export interface TestResult {
  file: string;
  ms: number;
  /** Of a replay that went as recorded: how many it told, and the SHA-256 of them. */
  events?: number;
  digest?: string;
  /** Absent when it went as recorded. */
  failure?: { message: string; text: string; divergence?: ApiReplayReport['divergence'] };
  isUpdated?: boolean;
}

/** Results as the XML that CI systems read. */
export function junitXml(results: readonly TestResult[]): string {
  const failures = results.filter(({ failure }) => failure).length;
  const seconds = (ms: number) => (ms / 1_000).toFixed(3);
  const total = seconds(results.reduce((sum, { ms }) => sum + ms, 0));
  const cases = results.map(({ file, ms, failure }) => {
    const head = `    <testcase classname="cadence" name="${escaped(file)}" time="${seconds(ms)}"`;
    if (!failure) return `${head}/>`;
    const text = escaped(failure.text);
    return `${head}>\n      <failure message="${escaped(failure.message)}">${text}</failure>\n    </testcase>`;
  });
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites tests="${results.length}" failures="${failures}" time="${total}">`,
    `  <testsuite name="cadence test" tests="${results.length}" failures="${failures}" time="${total}">`,
    ...cases,
    '  </testsuite>',
    '</testsuites>',
    '',
  ].join('\n');
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\n': '&#10;',
};

/** XML has no word for most control characters. */
const escaped = (text: string): string =>
  stripVTControlCharacters(text)
    .replaceAll(/[&<>"\n]/g, (found) => entities[found] ?? found)
    .replaceAll(/[^\P{Cc}\t]/gu, '');
