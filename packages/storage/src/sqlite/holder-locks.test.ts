import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { HolderLocks } from './holder-locks.ts';

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'cadence-holders-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

function locksIn(folder: string): HolderLocks {
  const locks = new HolderLocks(folder);
  onTestFinished(() => locks.close());
  return locks;
}

it('has one file for each holder, and nothing for others to look at beside it', () => {
  const folder = newFolder();
  const own = locksIn(folder);
  own.announce('one');
  own.announce('another/one');
  expect(readdirSync(folder).sort()).toEqual(['another%2Fone', 'one']);
  expect(locksIn(folder).dead()).toEqual([]);
  expect(own.dead()).toEqual([]);
});

it('knows a holder that has gone by its file, and leaves nothing of it, nor what an earlier version wrote', () => {
  const folder = newFolder();
  for (const name of ['gone', 'gone-journal']) writeFileSync(join(folder, name), '');
  const locks = locksIn(folder);
  expect(locks.dead()).toEqual(['gone']);
  locks.forget('gone');
  expect(readdirSync(folder)).toEqual([]);
});
