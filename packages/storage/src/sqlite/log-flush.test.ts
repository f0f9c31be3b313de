import { fdatasync, fstatSync, statSync } from 'node:fs';
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { LogFlush } from './log-flush.ts';

let folder: string;
let file: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cadence-flush-'));
  file = join(folder, 'cadence.db');
  await writeFile(`${file}-wal`, 'committed');
});
afterEach(() => rm(folder, { recursive: true }));

/** A disk whose flushes end when they are told to. */
function slowDisk() {
  const ends: ((error: Error | null) => void)[] = [];
  const sync = Object.assign((_: number, end: (error: Error | null) => void) => void ends.push(end), {
    __promisify__: fdatasync.__promisify__,
  });
  const settled = async (flush: Promise<void>) => {
    let state = 'waiting';
    flush.then(
      () => {
        state = 'done';
      },
      () => {
        state = 'failed';
      },
    );
    await nextTurn();
    return state;
  };
  return { log: new LogFlush(file, sync), ends, settled };
}

it('flushes the log of the database, again and again', async () => {
  const flushed: number[] = [];
  const sync = Object.assign(
    (descriptor: number, end: (error: Error | null) => void) => {
      flushed.push(fstatSync(descriptor).ino);
      fdatasync(descriptor, end);
    },
    { __promisify__: fdatasync.__promisify__ },
  );
  const log = new LogFlush(file, sync);
  await log.flush();
  await Promise.all([log.flush(), log.flush()]);
  const { ino } = statSync(`${file}-wal`);
  expect(flushed).toEqual([ino, ino]);
  await log.close();
});

it('says that a log could not be flushed', async () => {
  const place = join(folder, 'nowhere');
  await symlink('/dev/null', `${place}-wal`);
  const log = new LogFlush(place);
  await expect(log.flush()).rejects.toMatchObject({ syscall: 'fdatasync' });
  await log.close();
});

it('has those who ask during a flush wait for the next one, which serves them all', async () => {
  const { log, ends, settled } = slowDisk();
  const first = log.flush();
  await nextTurn();
  const later = [log.flush(), log.flush(), log.flush()];
  expect(ends).toHaveLength(1);
  ends[0]?.(null);
  expect(await settled(first)).toBe('done');
  expect(await Promise.all(later.map(settled))).toEqual(['waiting', 'waiting', 'waiting']);
  expect(ends).toHaveLength(2);
  ends[1]?.(null);
  await Promise.all(later);
  await log.close();
});

it('tells all who waited when the disk fails, and tries again for the next', async () => {
  const { log, ends, settled } = slowDisk();
  const flushes = [log.flush(), log.flush()];
  await nextTurn();
  ends[0]?.(new Error('EIO'));
  expect(await Promise.all(flushes.map(settled))).toEqual(['failed', 'failed']);
  const next = log.flush();
  await nextTurn();
  ends[1]?.(null);
  await next;
  await log.close();
});

it('waits for what is under way before it closes', async () => {
  const { log, ends, settled } = slowDisk();
  const flush = log.flush();
  await nextTurn();
  const closed = log.close();
  expect(await settled(closed)).toBe('waiting');
  ends[0]?.(null);
  await Promise.all([flush, closed]);
});
