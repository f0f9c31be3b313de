// Where the servers keep everything, and what can happen to it.
import { spawnSync } from 'node:child_process';
import { cp, mkdir, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import type { StoreOptions } from '@cadence-agents/storage';
import { startRedis } from '@cadence-agents/testkit';

export interface TorturedDatabase {
  storage: StoreOptions;
  env: Record<string, string>;
  /** Takes it away for so long; absent where that cannot be done. */
  outage?: { kind: string; hold(ms: number): Promise<void> };
  /** What processes hear of one another by; takes it away for so long. */
  bus?: { hold(ms: number): Promise<void> };
  /** What cannot be done here, and why. */
  omitted: string[];
  /** Leaves a copy in the folder to look at, if it is asked for and can be had. */
  close(keepIn?: string): Promise<void>;
}

export const databases = {
  sqlite: async (folder: string): Promise<TorturedDatabase> => {
    const dataDir = join(folder, 'data');
    await mkdir(dataDir, { mode: 0o700 });
    const place = { storage: { dataDir }, env: { CADENCE_DATA_DIR: dataDir } };
    if (!mount(dataDir, ['-t', 'tmpfs', '-o', `size=${ROOMY},mode=700`, 'tmpfs'])) {
      const omitted = ['a full disk, as a file system of its own cannot be mounted here (root may)'];
      return { ...place, omitted, close: async () => {} };
    }
    return {
      ...place,
      omitted: [],
      outage: {
        kind: 'disk full',
        async hold(ms) {
          foldLog(join(dataDir, 'cadence.db'));
          const { blocks, bfree, bsize } = await statfs(dataDir);
          mount(dataDir, ['-o', `remount,size=${(blocks - bfree) * bsize}`]);
          await sleep(ms);
          mount(dataDir, ['-o', `remount,size=${ROOMY}`]);
        },
      },
      async close(keepIn) {
        if (keepIn !== undefined) await cp(dataDir, join(keepIn, 'database'), { recursive: true });
        spawnSync('umount', ['--lazy', dataDir]);
      },
    };
  },
  postgres: async (): Promise<TorturedDatabase> => {
    const server = await startPostgres();
    const databaseUrl = await server.freshDatabase();
    return {
      storage: { databaseUrl },
      env: { CADENCE_DATABASE_URL: databaseUrl },
      omitted: ['a full disk: PostgreSQL is restarted instead'],
      outage: {
        kind: 'database crash',
        async hold(ms) {
          await server.crash();
          await sleep(ms);
          await server.start();
        },
      },
      close: () => server.stop(),
    };
  },
  /** PostgreSQL behind PgBouncer, and Redis between the processes. */
  cluster: async (): Promise<TorturedDatabase> => {
    const server = await startPostgres();
    const databaseUrl = await server.freshDatabase();
    const { startPgBouncer } = await import('@cadence-agents/storage/testing');
    const bouncer = await startPgBouncer(databaseUrl, 20);
    const redis = await startRedis();
    return {
      storage: { databaseUrl },
      env: {
        CADENCE_DATABASE_URL: bouncer.urlOf(databaseUrl),
        CADENCE_DATABASE_LISTEN_URL: databaseUrl,
        CADENCE_BUS_URL: redis.url,
      },
      omitted: ['a full disk: PostgreSQL is restarted instead'],
      outage: {
        kind: 'database crash',
        async hold(ms) {
          await server.crash();
          await sleep(ms);
          await server.start();
        },
      },
      bus: {
        async hold(ms) {
          await redis.kill();
          await sleep(ms);
          await redis.start();
        },
      },
      async close() {
        await Promise.all([bouncer.stop(), redis.stop()]);
        await server.stop();
      },
    };
  },
};

/** What PostgreSQL comes in ends the process at a signal, with everything else left as it is: that is ours to do. */
async function startPostgres() {
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  const own = signals.map((signal) => process.listeners(signal));
  const testing = await import('@cadence-agents/storage/testing');
  for (const [index, signal] of signals.entries())
    for (const listener of process.listeners(signal))
      if (!own[index]?.includes(listener)) process.off(signal, listener);
  return testing.startPostgres();
}

export type DatabaseName = keyof typeof databases;

/** What the write-ahead log has reserved would serve for a while. */
function foldLog(file: string): void {
  const database = new DatabaseSync(file, { timeout: 1_000 });
  try {
    database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  } finally {
    database.close();
  }
}

const ROOMY = '8g';

function mount(folder: string, args: readonly string[]): boolean {
  return spawnSync('mount', [...args, folder], { stdio: 'ignore' }).status === 0;
}
