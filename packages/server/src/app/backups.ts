// Copies of the database, in a folder beside it.
import { createReadStream } from 'node:fs';
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type ApiBackup, CadenceError } from '@cadence-agents/contracts';
import { backUpStorage } from '../open-storage.ts';
import type { Settings } from '../settings/setting-table.ts';
import { audited } from './access/audited.ts';
import { authorize } from './access/authorize.ts';
import type { Principal } from './access/principal.ts';
import type { AppContext } from './app-context.ts';

type Changing = Pick<AppContext, 'store' | 'settings' | 'log'>;
type Place = Pick<Settings, 'dataDir'>;

const named = /^cadence-\d{8}T\d{9}Z\.db$/;

export async function listBackups(
  { settings }: Pick<AppContext, 'settings'>,
  principal: Principal,
): Promise<{ items: ApiBackup[]; elsewhere: string | null }> {
  authorize(principal, 'backup.read');
  const elsewhere =
    settings.databaseUrl === null
      ? null
      : 'pg_dump --format=custom --file cadence.dump "$CADENCE_DATABASE_URL"';
  return { items: await backupsIn(settings), elsewhere };
}

/** Newest first. */
export async function backupsIn(settings: Place): Promise<ApiBackup[]> {
  const names = await readdir(folderOf(settings)).catch(() => []);
  const found = await Promise.all(
    names.filter((name) => named.test(name)).map((name) => describe(settings, name)),
  );
  return found.filter((backup) => backup !== undefined).toSorted(byAge);
}

const byAge = (one: ApiBackup, other: ApiBackup): number => (one.name < other.name ? 1 : -1);

export function createBackup(context: Changing, principal: Principal): Promise<ApiBackup> {
  const { settings } = context;
  return audited(
    context,
    principal,
    'backup.create',
    ({ name }) => name,
    async () => {
      const name = `cadence-${new Date().toISOString().replaceAll(/[-:.]/g, '')}.db`;
      await backUpStorage(settings, join(folderOf(settings), name));
      return find(settings, name);
    },
  );
}

/** Its bytes, read as they are taken. */
export function downloadBackup(
  context: Changing,
  principal: Principal,
  name: string,
): Promise<{ bytes: number; content: ReturnType<typeof createReadStream> }> {
  const { settings } = context;
  return audited(context, principal, 'backup.download', name, async () => {
    const { bytes } = await find(settings, name);
    return { bytes, content: createReadStream(join(folderOf(settings), name)) };
  });
}

export function deleteBackup(context: Changing, principal: Principal, name: string): Promise<void> {
  const { settings } = context;
  return audited(context, principal, 'backup.delete', name, async () => {
    await find(settings, name);
    await rm(join(folderOf(settings), name));
  });
}

const folderOf = ({ dataDir }: Place): string => join(dataDir, 'backups');

async function describe(settings: Place, name: string): Promise<ApiBackup | undefined> {
  const found = await stat(join(folderOf(settings), name)).catch(() => undefined);
  return found?.isFile()
    ? { name, bytes: found.size, createdAt: new Date(found.mtimeMs).toISOString() }
    : undefined;
}

async function find(settings: Place, name: string): Promise<ApiBackup> {
  // A name that has another form may lead out of the folder.
  const found = named.test(name) ? await describe(settings, name) : undefined;
  if (found) return found;
  throw new CadenceError('BACKUP_NOT_FOUND', `There is no backup "${name}".`, {
    hint: 'Look at the list of backups.',
  });
}
