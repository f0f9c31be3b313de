import type { ClientBase } from 'pg';

/**
 * Whether a pooler (PgBouncer and its like) stands between us and the server: it greets with a process number of its own
 * making. In transaction mode what belongs to a session (LISTEN, SET, named statements) is then on somebody else's.
 */
export async function isPooled(client: ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  return !('processID' in client) || rows[0]?.pid !== client.processID;
}
