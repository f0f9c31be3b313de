import type { DatabaseReport, ShrinkReport } from '@cadence-agents/server';
import type { Command } from 'commander';
import { exitCodes } from './exit-code.ts';
import { localSettings } from './local-cadence.ts';
import { plural, printJson, say } from './output.ts';

interface JsonOption {
  json?: boolean;
}

export function addCommands(program: Command): void {
  const db = program.command('db').description('the database: its state, checks and copies');
  db.command('status')
    .description('where it is, and whether its schema is that of this program')
    .option('--json', 'print it as JSON')
    .action(showStatus);
  db.command('migrate')
    .description('bring its schema up to date now; every start of a server does so too')
    .option('--json', 'print what was done as JSON')
    .action(migrate);
  db.command('check')
    .description('read all of it and say what is wrong')
    .option('--json', 'print the findings as JSON')
    .action(check);
  db.command('backup <file>')
    .description('copy it into one file, while servers go on with their work')
    .option('--json', 'print what was made as JSON')
    .action(backUp);
  db.command('restore <file>')
    .description('put such a copy in its place; stop all servers first')
    .option('--json', 'print what was done as JSON')
    .action(restore);
  db.command('shrink')
    .description(
      'give back to the disk what removed conversations took; servers wait while a SQLite file is rewritten',
    )
    .option('--json', 'print what was gained as JSON')
    .action(shrink);
}

async function showStatus({ json }: JsonOption): Promise<void> {
  const [{ settings }, { storageStatus }] = await opened();
  const status = await storageStatus(settings);
  if (json) return printJson(status);
  const { kind, file, bytes, schema, newestSchema, pending } = status;
  console.log(kind === 'sqlite' ? `SQLite, "${file}" (${megabytes(bytes ?? 0)})` : 'PostgreSQL');
  if (schema === null)
    return say('It is empty. Its tables are made by the first start, or by: cadence db migrate');
  if (schema > newestSchema)
    return console.log(
      `Schema ${schema}, of a newer program: this one knows ${newestSchema}, and can still use it.`,
    );
  if (pending.length === 0) return console.log(`Schema ${schema}, up to date.`);
  say(
    `Schema ${schema}, of ${newestSchema}. To come: ${pending.join(', ')}.\nThe next start does it, or: cadence db migrate`,
  );
}

async function migrate({ json }: JsonOption): Promise<void> {
  const [{ settings }, { migrateStorage }] = await opened();
  const { from, to } = await migrateStorage(settings);
  if (json) return printJson({ from, to });
  console.log(
    from === to ? `Schema ${to}: there was nothing to do.` : `Schema ${to}, after ${from ?? 'none'}.`,
  );
}

async function check({ json }: JsonOption): Promise<void> {
  const [{ settings }, { checkStorage }] = await opened();
  const report = await checkStorage(settings);
  if (json) printJson({ ok: report.problems.length === 0, ...report });
  else tell(report);
  process.exitCode = report.problems.length === 0 ? exitCodes.done : exitCodes.problem;
}

function tell({ kind, file, bytes, schema, newestSchema, problems }: DatabaseReport): void {
  const name =
    file === null ? 'The PostgreSQL database' : `The database "${file}" (${megabytes(bytes ?? 0)})`;
  if (problems.length > 0) {
    console.log(`${name} has ${plural(problems.length, 'problem')}:`);
    for (const problem of problems) console.log(`  ${problem}`);
    say('Stop Cadence, keep a copy of the file, and restore a backup: cadence db restore FILE');
    return;
  }
  const version = schema === newestSchema ? `schema ${schema}` : `schema ${schema}, of ${newestSchema}`;
  console.log(`${name} is whole; ${version}.`);
  if (kind === 'postgres') console.log('What is in its files is for its own tools to check: pg_amcheck');
}

async function backUp(file: string, { json }: JsonOption): Promise<void> {
  const [{ settings }, { backUpStorage }] = await opened();
  const { bytes } = await backUpStorage(settings, file);
  if (json) return printJson({ file, bytes });
  say(`"${file}" has all of it (${megabytes(bytes)}). Put it back with: cadence db restore ${file}`);
}

async function restore(file: string, { json }: JsonOption): Promise<void> {
  const [{ settings }, { restoreStorage }] = await opened();
  const { replaced } = await restoreStorage(settings, file);
  if (json) return printJson({ file, replaced });
  console.log(`The database is that of "${file}" again.`);
  if (replaced !== null) console.log(`The one before is kept as "${replaced}".`);
}

async function shrink({ json }: JsonOption): Promise<void> {
  const [{ settings }, { shrinkStorage }] = await opened();
  const report = await shrinkStorage(settings);
  if (json) printJson(report);
  else tellShrunk(report);
  process.exitCode = report.problems.length === 0 ? exitCodes.done : exitCodes.problem;
}

function tellShrunk({ kind, file, bytesBefore, bytesAfter, freeBefore, problems }: ShrinkReport): void {
  const sizes = `${megabytes(bytesBefore)} before, ${megabytes(bytesAfter)} now`;
  if (kind === 'postgres') {
    console.log(`The PostgreSQL database: ${sizes}. What its removed rows took is used for new ones.`);
    console.log('To give more of it back to the disk, while everybody waits: VACUUM FULL, in psql.');
    return;
  }
  console.log(`The database "${file}": ${sizes}; ${megabytes(freeBefore ?? 0)} of it were free.`);
  for (const problem of problems) console.log(`${problem} Run it again, or when that has ended.`);
}

const opened = () => Promise.all([localSettings(), import('@cadence-agents/server')]);

const megabytes = (bytes: number): string => `${(bytes / 1_000_000).toFixed(1)} MB`;
