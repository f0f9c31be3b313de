import pg from 'pg';
import type { Keeper } from './keeper.ts';

const CONNECTIONS = 10;

export async function keepInPostgres(databaseUrl: string): Promise<Keeper> {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: CONNECTIONS, idleTimeoutMillis: 600_000 });
  await pool.query(`
    CREATE TABLE runs (id INTEGER GENERATED ALWAYS AS IDENTITY PRIMARY KEY, asked TEXT NOT NULL, status TEXT NOT NULL, answer TEXT);
    CREATE TABLE blocks (run INTEGER NOT NULL, first INTEGER NOT NULL, text TEXT NOT NULL, PRIMARY KEY (run, first))
  `);
  const begin = {
    name: 'begin',
    text: "INSERT INTO runs (asked, status) VALUES ($1, 'running') RETURNING id",
  };
  const end = { name: 'end', text: "UPDATE runs SET status = 'completed', answer = $1 WHERE id = $2" };
  const keep = {
    name: 'keep',
    text: 'INSERT INTO blocks SELECT * FROM unnest($1::integer[], $2::integer[], $3::text[])',
  };
  let waiting: [run: number, first: number, text: string][] = [];
  const store = () => {
    const blocks = waiting;
    waiting = [];
    const values = [
      blocks.map(([run]) => run),
      blocks.map(([, first]) => first),
      blocks.map(([, , text]) => text),
    ];
    pool.query({ ...keep, values });
  };
  return {
    async begin(asked) {
      const { rows } = await pool.query<{ id: number }>({ ...begin, values: [asked] });
      return rows[0]?.id ?? 0;
    },
    // All that comes in one turn of the event loop goes together.
    keep(...block) {
      if (waiting.push(block) === 1) setImmediate(store);
    },
    async end(run, answer) {
      await pool.query({ ...end, values: [answer, run] });
    },
  };
}
