import type { ScheduleRecord } from '@cadence-agents/contracts';
import type { Command } from 'commander';
import { withCadence, withStore } from './local-cadence.ts';
import { brief, localTime, printJson, printTable, say } from './output.ts';

interface CreateOptions {
  workflow: string;
  timeZone: string;
  until?: string;
  conversation?: string;
  json?: boolean;
}

export function addCommands(program: Command): void {
  const schedule = program
    .command('schedule')
    .description('messages that are sent whenever they are due, while a server or a worker runs');
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  schedule
    .command('create <cron> <message>')
    .description('send a message at the times of a cron expression; prints the id of the schedule')
    .option('-w, --workflow <id>', 'which workflow answers', 'coordinator')
    .option('-z, --time-zone <name>', 'that the expression is read in; that of this machine when absent')
    .option('--until <time>', 'the last time it may be due, as 2027-01-31T00:00:00Z')
    .option('-c, --conversation <id>', 'where the message goes; a new conversation each time when absent')
    .option('--json', 'print the schedule as JSON')
    .action((cron: string, message: string, options: CreateOptions) =>
      createSchedule(cron, message, { ...options, timeZone: options.timeZone ?? timeZone }),
    );
  schedule
    .command('list')
    .description('all schedules, newest first, with the time that each is due next')
    .option('--json', 'print them as JSON')
    .action(listSchedules);
  schedule
    .command('pause <id>')
    .description('let nothing be due until it is resumed')
    .action((id: string) => enable(id, false));
  schedule
    .command('resume <id>')
    .description('go on after a pause, with the first due time from now on')
    .action((id: string) => enable(id, true));
  schedule.command('delete <id>').description('remove a schedule; its runs stay').action(deleteSchedule);
}

async function createSchedule(cron: string, message: string, options: CreateOptions): Promise<void> {
  const { createSchedule: create, localPrincipal } = await import('@cadence-agents/server/app');
  const { workflow, timeZone, until, conversation, json } = options;
  const made = await withCadence(null, (local) =>
    create(local, localPrincipal, {
      ...{ message, cron, timeZone, workflowId: workflow },
      endsAt: until ?? null,
      conversationId: conversation ?? null,
      ...{ enabled: true, onBusy: 'enqueue', model: null, metadata: {}, webhook: null },
    }),
  );
  if (json) return printJson(made);
  console.log(made.id);
  console.error(`Due next at ${localTime(made.nextAt ?? '')}, while cadence serve or cadence worker runs.`);
}

async function listSchedules({ json }: { json?: boolean }): Promise<void> {
  const { listSchedules: list, localPrincipal } = await import('@cadence-agents/server/app');
  const schedules = await withStore(async (local) => {
    const all: ScheduleRecord[] = [];
    for (let after: string | undefined; ; ) {
      const { items, next } = await list(local, localPrincipal, { limit: 200, after });
      all.push(...items);
      if (next === null) return all;
      after = next;
    }
  });
  if (json) return printJson(schedules);
  if (schedules.length === 0)
    return say('No schedules yet. Make one: cadence schedule create "0 8 * * 1-5" "What is new?"');
  printTable(
    schedules.map(({ id, cron, timeZone, enabled, nextAt, workflowId, input }) => [
      id,
      cron,
      timeZone,
      nextAt === null ? (enabled ? 'ended' : 'paused') : localTime(nextAt),
      workflowId,
      brief(input, 40),
    ]),
  );
}

async function enable(id: string, enabled: boolean): Promise<void> {
  const { localPrincipal, updateSchedule } = await import('@cadence-agents/server/app');
  const { nextAt } = await withStore((local) => updateSchedule(local, localPrincipal, id, { enabled }));
  console.log(nextAt === null ? 'It is paused.' : `Due next at ${localTime(nextAt)}.`);
}

async function deleteSchedule(id: string): Promise<void> {
  const { deleteSchedule: remove, localPrincipal } = await import('@cadence-agents/server/app');
  await withStore((local) => remove(local, localPrincipal, id));
  console.log('It is removed.');
}
