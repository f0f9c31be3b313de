import { CadenceError, type ErrorCode } from '@cadence/contracts';
import { silentLog } from '@cadence/engine';
import { describe, expect, it } from 'vitest';
import { watchStore } from './store-watch.ts';

/** How many reports of a fault it takes to give up waiting; 9 is never. */
async function reportsUntilFailure(error: unknown, about = {}): Promise<number> {
  const { log, failed } = watchStore(silentLog);
  let hasFailed = false;
  failed.catch(() => {
    hasFailed = true;
  });
  for (let reports = 1; reports < 9; reports++) {
    log.error('something failed', { error, ...about });
    await new Promise(setImmediate);
    if (hasFailed) return reports;
  }
  return 9;
}

const fault = (code: ErrorCode) => new CadenceError(code, 'The store fails.');

describe('watchStore', () => {
  it.each(['STORE_FULL', 'STORE_CORRUPT', 'STORE_UNWRITABLE'] as const)(
    'gives up at once on %s',
    async (code) => {
      expect(await reportsUntilFailure(fault(code))).toBe(1);
    },
  );

  it.each(['STORE_LOCKED', 'STORE_UNAVAILABLE'] as const)('gives %s a chance to pass', async (code) => {
    expect(await reportsUntilFailure(fault(code))).toBe(3);
  });

  it('gives any other fault of the worker a chance to pass', async () => {
    expect(await reportsUntilFailure(new Error('no such table'))).toBe(3);
  });

  it('minds no fault of a run', async () => {
    expect(await reportsUntilFailure(fault('LEASE_LOST'), { runId: 'r' })).toBe(9);
    expect(await reportsUntilFailure(new Error('a tool failed'), { runId: 'r', tool: 't' })).toBe(9);
  });
});
