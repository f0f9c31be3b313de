// Words between the processes on one data folder. Each listens at a socket in it; who comes connects to those that are
// there, and from then on both sides speak. Without that, as where a folder cannot have sockets, processes poll.
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, readdir, rm } from 'node:fs/promises';
import { connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import type { Log } from '@cadence-agents/engine';
import type { Words, WordsHeard } from './notify-signals.ts';

/** Whoever has so much left to read is not spoken to for now: it looks by itself. */
const MOST_UNREAD = 1_000_000;

export async function openFolderWords(
  dataDir: string,
  { onPayload, onListening }: Pick<WordsHeard, 'onPayload' | 'onListening'>,
  log: Log,
): Promise<Words> {
  const folder = join(dataDir, 'signals');
  const own = `${randomUUID().slice(0, 8)}.sock`;
  const lines = new Set<Socket>();
  const welcome = (socket: Socket) => {
    lines.add(socket.unref());
    hearLines(socket, onPayload);
    socket.on('error', () => {}).once('close', () => lines.delete(socket));
  };
  const server = createServer(welcome).unref();
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await once(server.listen(join(folder, own)), 'listening');
    // From here on those who come find this one; those who were there before are found now.
    for (const name of await readdir(folder)) if (name !== own) await meet(join(folder, name), welcome);
  } catch (error) {
    log.debug('the processes on this data folder do not hear one another, and look by themselves', { error });
  }
  onListening();
  return {
    kind: 'folder',
    hasListeners: () => lines.size > 0,
    async notify(payloads) {
      const text = payloads.map((payload) => `${payload}\n`).join('');
      for (const line of lines) if (line.writableLength < MOST_UNREAD) line.write(text);
      return true;
    },
    async close() {
      server.close();
      for (const line of lines) line.destroySoon();
      await rm(join(folder, own), { force: true });
    },
  };
}

/** Connects to one that lives, and clears away what one that was killed has left. */
async function meet(path: string, onMet: (socket: Socket) => void): Promise<void> {
  const socket = connect(path);
  try {
    await once(socket, 'connect');
    onMet(socket);
  } catch (error) {
    const isLeft = error instanceof Error && 'code' in error && error.code === 'ECONNREFUSED';
    if (isLeft) await rm(path, { force: true });
  }
}

function hearLines(socket: Socket, onPayload: (payload: string) => void): void {
  let rest = '';
  socket.setEncoding('utf8').on('data', (text: string) => {
    const payloads = (rest + text).split('\n');
    rest = payloads.pop() ?? '';
    if (rest.length > MOST_UNREAD) socket.destroy();
    for (const payload of payloads) onPayload(payload);
  });
}
