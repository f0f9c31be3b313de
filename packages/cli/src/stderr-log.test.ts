import { afterEach, describe, expect, it, vi } from 'vitest';
import { stderrLog } from './stderr-log.ts';

type Given = Parameters<typeof stderrLog>[0];
type Level = Given['settings']['logLevel'];

function told(logLevel: Level, source: 'default' | 'environment'): string[] {
  const written: string[] = [];
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    written.push(String(text));
    return true;
  });
  const given = { settings: { logLevel }, sources: { logLevel: source } };
  const log = stderrLog(given as Given);
  for (const level of ['debug', 'info', 'warn', 'error'] as const) log[level](level);
  log.error('it failed', { error: new Error('two\nlines'), runId: 'r', list: [1], nothing: undefined });
  return written;
}

describe('stderrLog', () => {
  afterEach(() => vi.restoreAllMocks());
  const failure = 'error: it failed (error: two lines, runId: r, list: [1])\n';

  it('tells warnings and errors, a line each', () => {
    expect(told('info', 'default')).toEqual(['warning: warn\n', 'error: error\n', failure]);
  });

  it.each([
    ['debug', ['debug: debug\n', 'info: info\n', 'warning: warn\n', 'error: error\n', failure]],
    ['info', ['info: info\n', 'warning: warn\n', 'error: error\n', failure]],
    ['error', ['error: error\n', failure]],
    ['silent', []],
  ] as const)('tells as much as the settings ask for: %s', (level, lines) => {
    expect(told(level, 'environment')).toEqual(lines);
  });
});
