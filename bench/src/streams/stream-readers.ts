// The readers, as a process: `node stream-readers.ts <url> <streams> <tokens> <ramp ms> <name> <wire>`; prints what they
// saw.
import { Agent } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import { readStream, wires } from './read-stream.ts';

export interface Readings {
  problems: string[];
  /** Sorted, in milliseconds. */
  delays: number[];
  /** The most streams that were open at once. */
  peak: number;
}

const [base = '', streams = '1', tokens = '1', rampMs = '0', name = 'reader', kind = ''] =
  process.argv.slice(2);
const found = wires[kind];
if (!found) throw new Error(`There is no stream of the kind "${kind}".`);
const wire = found;
const agent = new Agent({ keepAlive: false, maxSockets: Number.POSITIVE_INFINITY });
const count = Number(streams);
let open = 0;
let peak = 0;

async function one(index: number): Promise<{ problem: string | undefined; delays: number[] }> {
  await setTimeout((Number(rampMs) * index) / count);
  let opened = false;
  const onOpen = () => {
    opened = true;
    peak = Math.max(peak, ++open);
  };
  try {
    const read = await readStream(base, agent, `${name}-${index}`, onOpen, wire);
    const lost =
      read.delays.length === Number(tokens) ? undefined : `${read.delays.length} tokens of ${tokens}`;
    return { ...read, problem: read.problem ?? lost };
  } catch (error) {
    return { problem: String(error), delays: [] };
  } finally {
    if (opened) open--;
  }
}

// The first line tells that it has begun.
console.log(JSON.stringify({ begun: true }));
const read = await Promise.all(Array.from({ length: count }, (_, index) => one(index)));
const readings: Readings = {
  problems: read.flatMap(({ problem }) => problem ?? []),
  delays: read.flatMap(({ delays }) => delays).sort((a, b) => a - b),
  peak,
};
console.log(JSON.stringify(readings));
