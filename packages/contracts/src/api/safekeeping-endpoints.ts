import { z } from 'zod';
import { endpoint, noContent, pathIdSchema } from './endpoint.ts';

const tag = 'Operation';

const retentionSchema = z
  .object({
    /** Conversations untouched for longer are removed; none when `null`. */
    retentionDays: z.number().nullable(),
    /** Runs that ended longer ago are moved to the archive; none when `null`. */
    archiveAfterDays: z.number().nullable(),
    /** What the next sweep would remove. */
    due: z.object({
      conversations: z.number().int(),
      /** There are more than were counted. */
      isMore: z.boolean(),
    }),
  })
  .meta({ id: 'Retention' });
export type ApiRetention = z.infer<typeof retentionSchema>;

const backupSchema = z
  .object({ name: z.string(), bytes: z.number(), createdAt: z.string() })
  .meta({ id: 'Backup' });
export type ApiBackup = z.infer<typeof backupSchema>;

const params = z.strictObject({ name: pathIdSchema });

/** What is kept for how long, and copies of it. */
export const safekeepingEndpoints = {
  getRetention: endpoint({
    method: 'GET',
    path: '/api/v1/retention',
    tag,
    summary: 'What is kept for how long, and what the next sweep would remove',
    action: 'retention.read',
    status: 200,
    reply: retentionSchema,
    errors: [],
  }),
  sweepNow: endpoint({
    method: 'POST',
    path: '/api/v1/retention/sweep',
    tag,
    summary: 'Remove and archive now what is too old by the settings',
    description: 'Processes that carry out runs do it every hour by themselves.',
    action: 'retention.sweep',
    status: 200,
    reply: z.object({
      /** Conversations. */
      removed: z.number().int(),
      /** Runs. */
      archived: z.number().int(),
    }),
    errors: [],
  }),
  listBackups: endpoint({
    method: 'GET',
    path: '/api/v1/backups',
    tag,
    summary: 'The copies of the database in the data folder, newest first',
    action: 'backup.read',
    status: 200,
    reply: z.object({
      items: z.array(backupSchema),
      /** How a copy is made where it is not made here; `null` where it is. */
      elsewhere: z.string().nullable(),
    }),
    errors: [],
  }),
  createBackup: endpoint({
    method: 'POST',
    path: '/api/v1/backups',
    tag,
    summary: 'Copy the database into a file of the data folder, while the work goes on',
    description:
      'It has everything in it, as messages and the hashes of keys; secrets in it are encrypted by a key that is not. On PostgreSQL use its own tools.',
    action: 'backup.create',
    status: 201,
    reply: backupSchema,
    errors: [],
  }),
  downloadBackup: endpoint({
    method: 'GET',
    path: '/api/v1/backups/:name',
    tag,
    summary: 'The bytes of a copy',
    action: 'backup.download',
    params,
    status: 200,
    reply: z.string(),
    text: true,
    mediaType: 'application/octet-stream',
    errors: ['BACKUP_NOT_FOUND'],
  }),
  deleteBackup: endpoint({
    method: 'DELETE',
    path: '/api/v1/backups/:name',
    tag,
    summary: 'Remove a copy',
    action: 'backup.delete',
    params,
    status: 204,
    reply: noContent,
    errors: ['BACKUP_NOT_FOUND'],
  }),
};
