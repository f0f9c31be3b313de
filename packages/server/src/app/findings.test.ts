import type { ApiDeployment, ApiProcess } from '@cadence-agents/contracts';
import { describe, expect, it } from 'vitest';
import { deploymentFindings } from './findings.ts';

const now = Date.parse('2026-03-01T12:00:00Z');
const process: ApiProcess = {
  id: 'p',
  host: 'machine',
  pid: 12,
  serves: true,
  works: true,
  version: '1.0.0',
  plugins: 'abc',
  startedAt: '2026-03-01T00:00:00Z',
  silentMs: 1_000,
  state: 'alive',
  atWork: 0,
  capacity: 10,
};
const well = {
  processes: [process],
  queue: { waiting: 0, isMore: false, oldest: null, groups: [] },
  storage: {
    kind: 'postgres',
    bytes: 1_000_000_000,
    freeBytes: null,
    schema: 3,
    newestSchema: 3,
    pool: { open: 2, idle: 2, waiting: 0, most: 10 },
    replica: { answers: true, behindMs: 10 },
  },
  bus: { kind: 'redis', connected: true },
  disk: { freeBytes: 5e9, totalBytes: 9e9 },
  lastBackupAt: null,
} as const satisfies Omit<ApiDeployment, 'findings' | 'version'>;
const longAgo = { ...well.queue, waiting: 1, oldest: '2026-03-01T11:00:00Z' };

const cases: [what: string, change: Partial<Omit<ApiDeployment, 'findings' | 'version'>>, told: RegExp][] = [
  [
    'a process that died',
    { processes: [process, { ...process, state: 'gone' }] },
    /process 12 .*ended without/,
  ],
  [
    'one that went silent',
    { processes: [process, { ...process, state: 'silent', silentMs: 300_000 }] },
    /no sign of life for 5 minutes/,
  ],
  [
    'nobody at work',
    { processes: [{ ...process, works: false }] },
    /No process carries out runs.*cadence worker/,
  ],
  ['two versions', { processes: [process, { ...process, version: '0.9.0' }] }, /0\.9\.0, 1\.0\.0/],
  ['two sets of plugins', { processes: [process, { ...process, plugins: 'x' }] }, /different plugins/],
  [
    'a queue before workers that are full',
    { queue: longAgo, processes: [{ ...process, atWork: 10 }] },
    /waited for 60 minutes.*start more/,
  ],
  ['a queue before workers with room', { queue: longAgo }, /CADENCE_TENANT_CONCURRENCY/],
  ['a bus that is away', { bus: { kind: 'redis', connected: false } }, /CADENCE_BUS_URL/],
  ['a full disk', { disk: { freeBytes: 3e8, totalBytes: 9e10 } }, /Only 300 MB/],
  ['a newer schema', { storage: { ...well.storage, schema: 4 } }, /schema is 4/],
  [
    'a replica that is away',
    { storage: { ...well.storage, replica: { answers: false, behindMs: null } } },
    /replica/,
  ],
  [
    'a replica that is far behind',
    { storage: { ...well.storage, replica: { answers: true, behindMs: 600_000 } } },
    /10 minutes behind/,
  ],
  [
    'queries that wait',
    { storage: { ...well.storage, pool: { ...well.storage.pool, waiting: 4 } } },
    /4 queries wait/,
  ],
  ['a file that is mostly empty', { storage: { ...well.storage, freeBytes: 8e8 } }, /db shrink/],
];

describe('deploymentFindings', () => {
  it('has nothing to say when all is well', () => {
    expect(deploymentFindings(well, now)).toEqual([]);
  });

  it.each(cases)('tells of %s and what to do', (_, change, told) => {
    const found = deploymentFindings({ ...well, ...change }, now);
    expect(found).toHaveLength(1);
    expect(found.map(({ name, detail, hint }) => `${name} ${detail} ${hint}`).join()).toMatch(told);
  });
});
