// What processes have used, as Linux tells it.
import { readdirSync, readFileSync } from 'node:fs';

/** Clock ticks a second, on every Linux that Node runs on. */
const TICKS = 100;

interface ProcessStat {
  pid: number;
  parent: number;
  name: string;
  cpuMs: number;
  /** Of children that have ended. */
  endedMs: number;
}

function statOf(pid: number): ProcessStat {
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const name = text.slice(text.indexOf('(') + 1, text.lastIndexOf(')'));
  const fields = text
    .slice(text.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number);
  const [parent = 0] = fields.slice(1);
  const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = fields.slice(11);
  const ms = (ticks: number) => (ticks * 1_000) / TICKS;
  return { pid, parent, name, cpuMs: ms(user + system), endedMs: ms(endedUser + endedSystem) };
}

export const cpuMsOf = (pid: number): number => statOf(pid).cpuMs;

export function residentBytesOf(pid: number): number {
  return Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1_024;
}

/** CPU of the PostgreSQL that this process has started, with all of its own processes. */
export function databaseCpuMs(): number {
  const all = readdirSync('/proc').flatMap((name) => {
    if (!/^\d+$/.test(name)) return [];
    try {
      return [statOf(Number(name))];
    } catch {
      return [];
    }
  });
  const masters = all.filter(({ name, parent }) => name === 'postgres' && parent === process.pid);
  const ids = new Set(masters.map(({ pid }) => pid));
  const workers = all.filter(({ parent }) => ids.has(parent));
  return (
    masters.reduce((sum, { cpuMs, endedMs }) => sum + cpuMs + endedMs, 0) +
    workers.reduce((sum, { cpuMs }) => sum + cpuMs, 0)
  );
}
