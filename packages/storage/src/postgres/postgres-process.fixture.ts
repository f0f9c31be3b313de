// A PostgreSQL that runs until the standard input ends, which it does in whatever way the parent process ends.
import { startPostgres } from './postgres-server.fixture.ts';

// It would look into the databases of all test files, again and again.
const server = await startPostgres({ autovacuum: 'off', max_connections: '500' });
console.log(server.url);
process.stdin.on('end', () => server.stop()).resume();
