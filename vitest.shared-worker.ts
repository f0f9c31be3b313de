// Fails a test file that leaves something behind for the next file of its worker.
import { afterAll, expect, vi } from 'vitest';

const environment = { ...process.env };
const folder = process.cwd();
const events = ['uncaughtException', 'unhandledRejection'];
const listeners = events.map((event) => process.listenerCount(event));
/** Servers that listen, processes that run. */
const handles = ['TCPServerWrap', 'ProcessWrap'];
const open = (handle: string) => process.getActiveResourcesInfo().filter((name) => name === handle).length;
const opened = handles.map(open);

function leftBehind(): string[] {
  const names = Object.keys({ ...environment, ...process.env });
  return [
    ...names.filter((name) => process.env[name] !== environment[name]),
    ...(process.cwd() === folder ? [] : [process.cwd()]),
    ...events.filter((event, index) => process.listenerCount(event) !== listeners[index]),
    ...handles.filter((handle, index) => open(handle) > (opened[index] ?? 0)),
  ];
}

// Runs after the hooks of the file itself. What was closed or killed takes a moment to be gone.
afterAll(() => vi.waitFor(() => expect(leftBehind()).toEqual([]), { timeout: 10_000 }));
