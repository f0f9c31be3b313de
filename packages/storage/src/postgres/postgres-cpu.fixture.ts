// What a PostgreSQL on this machine has worked, whoever else had the processor meanwhile. As Linux tells it.
import { readFile } from 'node:fs/promises';

/** Those that answer to clients, and those that read for them. The others work when they see fit. */
const isOfClients = /\(\d+\)|io worker/;

/** Adds up the time on the processor of the processes of the server with that id, in milliseconds; of those that have ended too. */
export function postgresCpu(serverPid: number): () => Promise<number> {
  const known = new Map<string, number>();
  return async () => {
    const children = await readFile(`/proc/${serverPid}/task/${serverPid}/children`, 'utf8');
    await Promise.all(
      children.split(' ').map(async (pid) => {
        const read = (what: string) => readFile(`/proc/${pid}/${what}`, 'utf8').catch(() => '');
        if (!isOfClients.test(await read('cmdline'))) return;
        const [nanoseconds = ''] = (await read('schedstat')).split(' ');
        if (nanoseconds !== '') known.set(pid, Number(nanoseconds) / 1e6);
      }),
    );
    return [...known.values()].reduce((sum, ms) => sum + ms, 0);
  };
}
