import { CadenceError, type ErrorCode } from '@cadence-agents/contracts';
import { describe, expect, it } from 'vitest';
import { isStoreFault, watchStoreFailure } from './store-failure.ts';

/** How many reports of a fault it takes to give up waiting. */
async function reportsUntilFailure(error: unknown): Promise<number> {
  const { report, failed } = watchStoreFailure();
  let hasFailed = false;
  failed.catch(() => {
    hasFailed = true;
  });
  let reports = 0;
  while (!hasFailed && reports < 9) {
    report(error);
    reports += 1;
    await new Promise(setImmediate);
  }
  return reports;
}

const fault = (code: ErrorCode) => new CadenceError(code, 'The store fails.');

describe('watchStoreFailure', () => {
  it.each(['STORE_FULL', 'STORE_CORRUPT', 'STORE_NEWER', 'STORE_UNWRITABLE'] as const)(
    'gives up at once on %s',
    async (code) => {
      expect(await reportsUntilFailure(fault(code))).toBe(1);
    },
  );

  it.each(['STORE_LOCKED', 'STORE_UNAVAILABLE'] as const)('gives %s a chance to pass', async (code) => {
    expect(await reportsUntilFailure(fault(code))).toBe(3);
  });

  it('gives any other fault of the worker a chance to pass, and types it', async () => {
    expect(await reportsUntilFailure(new Error('no such table'))).toBe(3);
    const { report, failed } = watchStoreFailure();
    for (let count = 0; count < 3; count++) report(new Error('no such table'));
    await expect(failed).rejects.toMatchObject({
      code: 'STORE_UNAVAILABLE',
      message: expect.stringContaining('no such table'),
    });
  });

  it('forgets faults that have passed', async () => {
    const { report, recovered, failed } = watchStoreFailure();
    for (let count = 0; count < 5; count++) {
      report(fault('STORE_LOCKED'));
      report(fault('STORE_LOCKED'));
      recovered();
    }
    const pending = Symbol();
    expect(await Promise.race([failed, Promise.resolve(pending)])).toBe(pending);
  });
});

describe('isStoreFault', () => {
  it('tells faults of the store from those of a run', () => {
    expect(isStoreFault(fault('STORE_LOCKED'))).toBe(true);
    expect(isStoreFault(fault('LEASE_LOST'))).toBe(false);
    expect(isStoreFault(new Error('a tool failed'))).toBe(false);
  });
});
