// How the bytes that a conversation writes are counted: SQLite's write-ahead log is kept from being folded into the
// database file, so that every page of every commit stays in it, and its growth over a turn is what the turn wrote.
import { folderBytes, withDataFolder } from '../data-folder.ts';

/** A way of keeping a conversation in SQLite. */
export interface Keeper {
  turn(turn: number): Promise<void>;
  close(): Promise<void>;
}

export interface WrittenBytes {
  /** What each turn added to the log. */
  perTurn: number[];
  /** Size of all files at the end, the log folded in. */
  left: number;
}

/** Opens a keeper in a folder of its own and has it keep that many turns of one conversation. */
export function writtenBytes(
  open: (dataDir: string) => Promise<Keeper>,
  turns: number,
  onProgress: (turn: number) => void = () => {},
): Promise<WrittenBytes> {
  return withDataFolder(async (folder) => {
    const keeper = await open(folder);
    const perTurn: number[] = [];
    let before = await folderBytes(folder, '-wal');
    for (let turn = 1; turn <= turns; turn++) {
      await keeper.turn(turn);
      const after = await folderBytes(folder, '-wal');
      perTurn.push(after - before);
      before = after;
      if (turn % 50 === 0) onProgress(turn);
    }
    // Closing the last connection folds the log into the database file.
    await keeper.close();
    return { perTurn, left: await folderBytes(folder) };
  });
}
