// Run as a program: holds the database's lock until its input ends. Prints "locked" when it has it.
import { once } from 'node:events';
import { DatabaseSync } from 'node:sqlite';

const [file = ''] = process.argv.slice(2);
const database = new DatabaseSync(file);
database.exec('BEGIN EXCLUSIVE');
process.stdout.write('locked\n');
process.stdin.resume();
await once(process.stdin, 'end');
database.exec('COMMIT');
database.close();
