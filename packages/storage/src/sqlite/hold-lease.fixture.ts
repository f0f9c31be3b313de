// Run as a program: claims the run that waits, says so, renews its lease for each line it reads, and never ends.
//   node hold-lease.fixture.ts '{"dataDir": …, "leaseMs": …}'
import { createInterface } from 'node:readline';
import { openStore } from '../open-store.ts';

const { dataDir, leaseMs }: { dataDir: string; leaseMs: number } = JSON.parse(process.argv[2] ?? '{}');
const store = await openStore({ dataDir });
const [claimed] = await store.runs.claim('the other process', leaseMs);
console.log(claimed ? `claimed ${claimed.run.id}` : 'found nothing');
for await (const _ of createInterface(process.stdin)) {
  if (claimed) await store.runs.renew(claimed.lease, claimed.run.id, leaseMs);
  console.log('renewed');
}
