// How the bytes that a conversation writes are counted: SQLite's write-ahead log is kept from being folded into the
// database file, so that every page of every commit stays in it. What a turn adds to it is what the turn wrote, and
// its last frame says how large the database has become.
import { type FileHandle, open } from 'node:fs/promises';
import { join } from 'node:path';
import { withDataFolder } from '../data-folder.ts';

/** A way of keeping a conversation in SQLite. */
export interface Keeper {
  /** Name of its database file, which it must not fold the log into. */
  file: string;
  turn(turn: number): Promise<void>;
  close(): Promise<void>;
}

/** What a turn added. */
export interface TurnBytes {
  /** To the log: whole pages, again with every commit that touches them. */
  written: number;
  /** To the database: what stays on disk. */
  kept: number;
}

/** Opens a keeper in a folder of its own and has it keep that many turns of one conversation. */
export function bytesByTurn(
  openKeeper: (dataDir: string) => Promise<Keeper>,
  turns: number,
  onProgress: (turn: number) => void = () => {},
): Promise<TurnBytes[]> {
  return withDataFolder(async (folder) => {
    const keeper = await openKeeper(folder);
    const log = join(folder, `${keeper.file}-wal`);
    const byTurn: TurnBytes[] = [];
    let before = await readLog(log);
    for (let turn = 1; turn <= turns; turn++) {
      await keeper.turn(turn);
      const after = await readLog(log);
      byTurn.push({ written: after.written - before.written, kept: after.kept - before.kept });
      before = after;
      if (turn % 50 === 0) onProgress(turn);
    }
    await keeper.close();
    return byTurn;
  });
}

// https://sqlite.org/fileformat2.html#the_write_ahead_log
const FILE_HEADER = 32;
const FRAME_HEADER = 24;

async function readLog(file: string): Promise<TurnBytes> {
  const log = await open(file);
  try {
    const { size } = await log.stat();
    const pageSize = await readUint32(log, 8);
    const lastFrame = size - FRAME_HEADER - pageSize;
    const pages = await readUint32(log, lastFrame + 4);
    if ((size - FILE_HEADER) % (FRAME_HEADER + pageSize) !== 0 || pages === 0)
      throw new Error(`The log "${file}" does not end with a commit.`);
    return { written: size, kept: pages * pageSize };
  } finally {
    await log.close();
  }
}

async function readUint32(file: FileHandle, position: number): Promise<number> {
  const { buffer } = await file.read(Buffer.alloc(4), 0, 4, position);
  return buffer.readUInt32BE();
}
