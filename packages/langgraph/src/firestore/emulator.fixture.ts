// Google's own emulator of Firestore, where the Cloud SDK has brought it.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, realpathSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { freePort } from '@cadence-agents/testkit';
import { Firestore } from '@google-cloud/firestore';

const mainClass = 'com.google.cloud.datastore.emulator.firestore.CloudFirestore';

export interface Emulator {
  firestore: Firestore;
  stop(): Promise<void>;
}

const inPath = (program: string): string | undefined =>
  (process.env.PATH ?? '')
    .split(delimiter)
    .map((folder) => join(folder, program))
    .find((file) => existsSync(file));

function emulatorJar(): string | undefined {
  const gcloud = inPath('gcloud');
  if (gcloud === undefined || inPath('java') === undefined) return undefined;
  const folder = join(dirname(realpathSync(gcloud)), '..', 'platform', 'cloud-firestore-emulator');
  const jar = join(folder, 'cloud-firestore-emulator.jar');
  return existsSync(jar) ? jar : undefined;
}

export const hasEmulator = emulatorJar() !== undefined;

export async function startEmulator(): Promise<Emulator> {
  const address = `127.0.0.1:${await freePort()}`;
  const [host, port] = address.split(':');
  const args = ['-cp', emulatorJar() ?? '', mainClass, 'start', `--host=${host}`, `--port=${port}`];
  const child = spawn('java', args, { stdio: ['ignore', 'pipe', 'ignore'] });
  const exited = once(child, 'exit');
  if (!(await says(child.stdout, 'is now running')))
    throw new Error('The emulator of Firestore did not start.');
  child.stdout.resume();
  process.env.FIRESTORE_EMULATOR_HOST = address;
  // The client would ask the network whether it runs in Google's cloud.
  process.env.METADATA_SERVER_DETECTION = 'none';
  const firestore = new Firestore({ projectId: 'cadence-test' });
  return {
    firestore,
    async stop() {
      await firestore.terminate();
      child.kill();
      await exited;
    },
  };
}

/** Whether the output has a line with these words; not when it ends without. */
async function says(output: Readable, words: string): Promise<boolean> {
  for await (const line of createInterface(output)) if (line.includes(words)) return true;
  return false;
}
