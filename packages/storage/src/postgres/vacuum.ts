import pg from 'pg';
import { explainPostgres } from './postgres-error.ts';

interface Sizes {
  bytes: number;
  /** Rows that were removed and still take room. */
  deadRows: number;
}

const readSizes = `SELECT CAST(pg_database_size(current_database()) AS TEXT) AS bytes,
  CAST(COALESCE(SUM(n_dead_tup), 0) AS TEXT) AS dead FROM pg_stat_user_tables`;

/** Has the room of removed rows used again, while others go on; what is free at the end of a table goes back. */
export async function vacuumPostgres(databaseUrl: string): Promise<{ before: Sizes; after: Sizes }> {
  const client = new pg.Client({ connectionString: databaseUrl, application_name: 'cadence shrink' });
  const sizes = async (): Promise<Sizes> => {
    const { rows } = await client.query<{ bytes: string; dead: string }>(readSizes);
    return { bytes: Number(rows[0]?.bytes), deadRows: Number(rows[0]?.dead) };
  };
  try {
    await client.connect();
    const before = await sizes();
    await client.query('VACUUM (ANALYZE)');
    return { before, after: await sizes() };
  } catch (error) {
    throw explainPostgres(error, 'at CADENCE_DATABASE_URL');
  } finally {
    await client.end();
  }
}
