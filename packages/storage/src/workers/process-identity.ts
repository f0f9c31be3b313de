// Whether a process of this machine has ended. A number alone does not say: containers have numbers of their own, and
// numbers are given again.
import { readFileSync, readlinkSync } from 'node:fs';

export type ProcessIdentity = {
  /** Where its number means the same as here: one start of one machine, one namespace. Nothing where no system tells. */
  place: string | null;
  pid: number;
  /** When it was started, as the system counts. */
  started: string | null;
};

/** The process that this runs in. */
export function thisProcess(): ProcessIdentity {
  self ??= readSelf();
  return self;
}

let self: ProcessIdentity | undefined;

function readSelf(): ProcessIdentity {
  const { pid } = process;
  const started = startOf(pid);
  return { place: started === undefined ? null : thisPlace(), pid, started: started ?? null };
}

/** Only when that is sure: of a process elsewhere nothing is known. */
export function hasEnded({ place, pid, started }: ProcessIdentity): boolean {
  if (place === null || place !== thisPlace()) return false;
  try {
    // Whether it is there, also where the system hides the folders of others' processes.
    process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'ESRCH';
  }
  const known = startOf(pid);
  return known !== undefined && known !== started;
}

let place: string | null | undefined;

function thisPlace(): string | null {
  place ??= readPlace();
  return place;
}

function readPlace(): string | null {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    return `${boot} ${readlinkSync('/proc/self/ns/pid')}`;
  } catch {
    return null;
  }
}

/** `ended` for one that only its parent has not noticed yet. */
function startOf(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name before it may have any characters.
    const [state = '', ...fields] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return state === 'Z' || state === 'X' ? 'ended' : fields[18];
  } catch {
    return undefined;
  }
}
