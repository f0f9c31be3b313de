// How a process finds out whether a commit happened when the connection broke before the answer. Every transaction
// writes a number of its own into a row that only this process uses; if the number is there, so is all the rest.
// The server's own transaction ids will not do: after a crash it can give the same id to another transaction.
import { randomUUID } from 'node:crypto';
import { CadenceError } from '@cadence-agents/contracts';
import type { Pool } from 'pg';
import type { Backoff } from '../database/backoff.ts';
import { isLost } from './postgres-error.ts';

const lockNotAvailable = '55P03';
const dayMs = 86_400_000;

/** One row; used by one transaction at a time. */
export interface CommitMark {
  slot: string;
  number: number;
}

export class CommitMarks {
  readonly #process = randomUUID();
  readonly #free: CommitMark[] = [];
  #made = 0;

  take(): CommitMark {
    const mark = this.#free.pop() ?? { slot: `${this.#process}/${this.#made++}`, number: 0 };
    mark.number++;
    return mark;
  }

  giveBack(mark: CommitMark): void {
    this.#free.push(mark);
  }
}

/** Makes the table of marks, and removes those of processes that are gone. */
export async function prepareCommitMarks(pool: Pool): Promise<void> {
  const found = await pool.query("SELECT to_regclass('cadence_commits') IS NOT NULL AS found");
  if (found.rows[0]?.found !== true) {
    await pool.query(
      `SELECT pg_advisory_xact_lock(27973106520712036);
       CREATE TABLE IF NOT EXISTS cadence_commits (slot TEXT PRIMARY KEY, number BIGINT NOT NULL, at BIGINT NOT NULL)`,
    );
  }
  await pool.query('DELETE FROM cadence_commits WHERE at < $1', [Date.now() - dayMs]);
}

/** Starts a transaction that leaves its mark when it is committed. */
export function beginMarked({ slot, number }: CommitMark): string {
  return `BEGIN; INSERT INTO cadence_commits VALUES ('${slot}', ${number}, ${Date.now()})
    ON CONFLICT (slot) DO UPDATE SET number = excluded.number, at = excluded.at`;
}

/** Asks the server whether the transaction with this mark was committed; waits while it is still under way. */
export async function wasCommitted(pool: Pool, mark: CommitMark, backoff: Backoff): Promise<boolean> {
  for (;;) {
    try {
      return await readMark(pool, mark);
    } catch (error) {
      const underWay = error instanceof Error && 'code' in error && error.code === lockNotAvailable;
      if (!underWay && !isLost(error)) throw error;
    }
    if (backoff.exhausted) throw unknownOutcome();
    await backoff.wait();
  }
}

/** A write, because it has to wait for the transaction in question where that is not over yet. */
async function readMark(pool: Pool, { slot, number }: CommitMark): Promise<boolean> {
  const client = await pool.connect();
  try {
    await client.query("BEGIN; SET LOCAL lock_timeout = '100ms'");
    const { rows } = await client.query<{ number: number }>(
      `INSERT INTO cadence_commits VALUES ($1, 0, $2)
       ON CONFLICT (slot) DO UPDATE SET number = cadence_commits.number RETURNING number`,
      [slot, Date.now()],
    );
    await client.query('COMMIT');
    client.release();
    return rows[0]?.number === number;
  } catch (error) {
    client.release(true);
    throw error;
  }
}

function unknownOutcome(): CadenceError {
  return new CadenceError(
    'STORE_UNAVAILABLE',
    'The connection to PostgreSQL broke during a commit, and the server did not come back in time to tell its outcome.',
    {
      hint: 'Look whether the change is there before you make it again; with an Idempotency-Key it is safe to repeat.',
    },
  );
}
