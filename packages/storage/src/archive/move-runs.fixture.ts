// Run as a program: moves all runs that have ended to the archive, and kills itself at the call named, if it comes to it.
//   node move-runs.fixture.ts '{"storage": {"dataDir": …}, "url": …, "die": {"call": "put", "number": 3, "after": true}}'
import { createStore } from '../create-store.ts';
import { openDatabase, type StoreOptions } from '../open-store.ts';
import { folderObjects } from './folder-objects.ts';

export interface MoveRuns {
  storage: StoreOptions;
  url: string;
  /** At which call of the object store, before it or after it. */
  die: { call: 'put' | 'get'; number: number; after: boolean };
}

const { storage, url, die }: MoveRuns = JSON.parse(process.argv[2] ?? '{}');
const folder = folderObjects(url);
let calls = 0;
async function deadly<T>(call: 'put' | 'get', work: () => Promise<T>): Promise<T> {
  const isLast = call === die.call && ++calls === die.number;
  if (isLast && !die.after) process.kill(process.pid, 'SIGKILL');
  const result = await work();
  if (isLast) process.kill(process.pid, 'SIGKILL');
  return result;
}
const store = createStore(await openDatabase(storage), {
  objects: {
    ...folder,
    put: (name, bytes) => deadly('put', () => folder.put(name, bytes)),
    get: (name, maxBytes) => deadly('get', () => folder.get(name, maxBytes)),
  },
});
await Array.fromAsync(store.archive.move('2999-01-01T00:00:00Z'));
await store.close();
