import { CadenceError, type Store } from '@cadence-agents/contracts';
import type { Command } from 'commander';
import { localSettings, withStore } from './local-cadence.ts';
import { plural, printJson } from './output.ts';

interface ArchiveOptions {
  before?: string;
  to?: string;
  dryRun?: boolean;
  json?: boolean;
}

export function addCommands(program: Command): void {
  program
    .command('archive')
    .description('move the events and steps of old runs out of the database; they are read as before')
    .option('--before <age>', 'of runs that ended longer ago than that, as 90d or 12h, or before a date')
    .option('--to <place>', 'a folder, or s3://bucket/prefix; CADENCE_ARCHIVE_URL when absent')
    .option('--dry-run', 'say how many there are, and move none')
    .option('--json', 'print what was done as JSON')
    .action(archive);
}

async function archive({ before, to, dryRun, json }: ArchiveOptions): Promise<void> {
  const environment = { ...process.env, ...(to !== undefined && { CADENCE_ARCHIVE_URL: to }) };
  const { settings } = await localSettings(environment);
  const { archiveUrl, archiveAfterDays } = settings;
  const time = timeBefore(before ?? (archiveAfterDays === null ? '' : `${archiveAfterDays}d`));
  if (archiveUrl === null) {
    throw new CadenceError('INPUT_INVALID', 'There is no place to move runs to.', {
      hint: 'Set CADENCE_ARCHIVE_URL to a folder or s3://bucket/prefix, for servers too, or give --to.',
    });
  }
  await withStore(async ({ store }) => {
    const due = await store.archive.countDue(time);
    if (dryRun) {
      if (json) return printJson({ before: time, to: archiveUrl, due });
      return console.log(`${plural(due, 'run')} that ended before ${time} would be moved to ${archiveUrl}.`);
    }
    const { runs, bytes } = await move(store, time, due);
    if (json) return printJson({ before: time, to: archiveUrl, runs, bytes });
    console.log(`${plural(runs, 'run')} moved to ${archiveUrl} (${megabytes(bytes)}).`);
    if (to !== undefined && to !== process.env.CADENCE_ARCHIVE_URL)
      console.log(`Servers find them with CADENCE_ARCHIVE_URL=${to}`);
  }, environment);
}

async function move(store: Store, before: string, due: number): Promise<{ runs: number; bytes: number }> {
  let runs = 0;
  let bytes = 0;
  const tell = (end: string) => {
    if (process.stderr.isTTY)
      process.stderr.write(`\r${runs} of ${plural(due, 'run')}, ${megabytes(bytes)}${end}`);
  };
  for await (const moved of store.archive.move(before)) {
    runs += 1;
    bytes += moved.bytes;
    tell('');
  }
  if (runs > 0) tell('\n');
  return { runs, bytes };
}

const units: Readonly<Record<string, number>> = { h: 3_600_000, d: 86_400_000 };

export function timeBefore(given: string): string {
  const [, count, unit = ''] = /^(\d+(?:\.\d+)?)([dh])$/.exec(given.trim()) ?? [];
  const time = count === undefined ? Date.parse(given) : Date.now() - Number(count) * (units[unit] ?? 0);
  const isTime = Number.isFinite(time) && Math.abs(time) <= 8.64e15;
  if (isTime) return new Date(time).toISOString();
  throw new CadenceError('INPUT_INVALID', 'It is not said how old runs have to be.', {
    hint: 'Give --before 90d, --before 12h or --before 2026-01-31, or set CADENCE_ARCHIVE_AFTER_DAYS.',
  });
}

const megabytes = (bytes: number): string => `${(bytes / 1_000_000).toFixed(1)} MB`;
