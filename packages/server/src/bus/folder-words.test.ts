import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Signal, workTopic } from '@cadence-agents/contracts';
import { createLocalSignals, silentLog } from '@cadence-agents/engine';
import { expect, it, onTestFinished } from 'vitest';
import { openFolderWords } from './folder-words.ts';
import { openNotifySignals } from './notify-signals.ts';

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'cadence-words-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

async function open(folder: string) {
  const signals = await openNotifySignals(
    createLocalSignals(),
    (heard) => openFolderWords(folder, heard, silentLog),
    silentLog,
  );
  onTestFinished(() => signals.close());
  const heard: Signal[] = [];
  signals.subscribe(workTopic, (signal) => heard.push(signal));
  return { ...signals, heard };
}

const work = (conversationId: string): Signal => ({ type: 'work', conversationId });

it('processes on one folder hear one another, also those that come later, and nobody else', async () => {
  const folder = newFolder();
  const [one, other, stranger] = [await open(folder), await open(folder), await open(newFolder())];
  other.publish(workTopic, work('a'));
  await expect.poll(() => one.heard).toContainEqual(work('a'));
  const late = await open(folder);
  one.publish(workTopic, work('b'));
  for (const each of [other, late]) await expect.poll(() => each.heard).toContainEqual(work('b'));
  expect(stranger.heard).toEqual([]);
  await other.close();
  late.publish(workTopic, work('c'));
  await expect.poll(() => one.heard).toContainEqual(work('c'));
});

it('a process knows whether others read what it stores', async () => {
  const folder = newFolder();
  const one = await open(folder);
  expect(one.othersReadStore?.()).toBe(false);
  const other = await open(folder);
  await expect.poll(() => one.othersReadStore?.()).toBe(true);
  expect(other.othersReadStore?.()).toBe(true);
  await other.close();
  await expect.poll(() => one.othersReadStore?.()).toBe(false);
});

it('what a process that was killed leaves is cleared away, and a folder without sockets keeps nobody from work', async () => {
  const folder = newFolder();
  const program = `require('node:net').createServer().listen(process.argv[1], () => console.log('ready'))`;
  const [first] = [await open(folder)];
  const path = join(folder, 'signals', 'dead.sock');
  const child = spawn(process.execPath, ['-e', program, path], { stdio: ['ignore', 'pipe', 'inherit'] });
  await once(child.stdout, 'data');
  child.kill('SIGKILL');
  await once(child, 'exit');
  expect(readdirSync(join(folder, 'signals'))).toHaveLength(2);
  const second = await open(folder);
  expect(readdirSync(join(folder, 'signals'))).toHaveLength(2);
  second.publish(workTopic, work('a'));
  await expect.poll(() => first.heard).toContainEqual(work('a'));

  const nowhere = await open(join(folder, 'x'.repeat(200)));
  nowhere.publish(workTopic, work('b'));
  expect(nowhere.heard).toEqual([work('b')]);
});
