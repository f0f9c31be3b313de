import { readSettings } from '@cadence-agents/server/settings';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { temporaryFolder } from './cli.fixture.ts';
import { stderrLog } from './stderr-log.ts';

async function told(environment: Record<string, string>): Promise<string[]> {
  const log = stderrLog(await readSettings(temporaryFolder(), environment));
  const written: string[] = [];
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    written.push(String(text));
    return true;
  });
  for (const level of ['debug', 'info', 'warn', 'error'] as const) log[level](level);
  log.error('it failed', { error: new Error('two\nlines'), runId: 'r', list: [1], nothing: undefined });
  return written;
}

describe('stderrLog', () => {
  afterEach(() => vi.restoreAllMocks());
  const failure = 'error: it failed (error: two lines, runId: r, list: [1])\n';

  it('tells warnings and errors, a line each', async () => {
    expect(await told({})).toEqual(['warning: warn\n', 'error: error\n', failure]);
  });

  it.each([
    ['debug', ['debug: debug\n', 'info: info\n', 'warning: warn\n', 'error: error\n', failure]],
    ['info', ['info: info\n', 'warning: warn\n', 'error: error\n', failure]],
    ['error', ['error: error\n', failure]],
    ['silent', []],
  ] as const)('tells as much as the settings ask for: %s', async (level, lines) => {
    expect(await told({ CADENCE_LOG_LEVEL: level })).toEqual(lines);
  });
});
