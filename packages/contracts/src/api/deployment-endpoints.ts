import { z } from 'zod';
import { endpoint } from './endpoint.ts';

const processSchema = z
  .object({
    id: z.string(),
    /** The name of its machine; empty where it is not known. */
    host: z.string(),
    pid: z.number().int(),
    /** Whether it answers requests. */
    serves: z.boolean(),
    /** Whether it carries out runs. */
    works: z.boolean(),
    /** Of the program; `null` of one that does not tell. */
    version: z.string().nullable(),
    /** The same in all processes that have the same plugins. */
    plugins: z.string().nullable(),
    startedAt: z.string().nullable(),
    /** Since its last sign of life. */
    silentMs: z.number().int(),
    /** `silent`: it gave no sign for too long. `gone`: it ended without a word. */
    state: z.enum(['alive', 'silent', 'gone']),
    /** Conversations that it works on, and how many it can work on at once. */
    atWork: z.number().int(),
    capacity: z.number().int(),
  })
  .meta({ id: 'Process' });
export type ApiProcess = z.infer<typeof processSchema>;

const findingSchema = z
  .object({
    /** What it is about, as `database` or `plugin math`. */
    name: z.string(),
    /** What is wrong. */
    detail: z.string(),
    /** What to do about it. */
    hint: z.string().nullable(),
  })
  .meta({ id: 'Finding' });
export type ApiFinding = z.infer<typeof findingSchema>;

export const deploymentSchema = z
  .object({
    /** Of the program that answers. */
    version: z.string(),
    /** What is wrong, the worst first; none when all is well. */
    findings: z.array(findingSchema),
    processes: z.array(processSchema),
    queue: z.object({
      /** Runs that wait to be taken up. */
      waiting: z.number().int(),
      /** There are more than were counted. */
      isMore: z.boolean(),
      oldest: z.string().nullable(),
      /** By tenant and workflow, the most first. */
      groups: z.array(
        z.object({
          tenantId: z.string(),
          workflowId: z.string(),
          waiting: z.number().int(),
          oldest: z.string(),
        }),
      ),
    }),
    storage: z.object({
      kind: z.enum(['sqlite', 'postgres']),
      bytes: z.number(),
      /** Of that, what nothing is kept in; only SQLite tells. */
      freeBytes: z.number().nullable(),
      schema: z.number().int(),
      newestSchema: z.number().int(),
      /** Connections of the process that answers. */
      pool: z
        .object({
          open: z.number().int(),
          idle: z.number().int(),
          waiting: z.number().int(),
          most: z.number().int(),
        })
        .nullable(),
      replica: z.object({ answers: z.boolean(), behindMs: z.number().nullable() }).nullable(),
    }),
    /** What the processes wake one another by, as the process that answers sees it; `null` for a command. */
    bus: z
      .object({ kind: z.enum(['redis', 'postgres', 'folder', 'none']), connected: z.boolean() })
      .nullable(),
    /** Of the data folder of the process that answers; `null` where the system does not tell. */
    disk: z.object({ freeBytes: z.number(), totalBytes: z.number() }).nullable(),
    /** The newest copy of the database in the data folder. */
    lastBackupAt: z.string().nullable(),
  })
  .meta({ id: 'Deployment' });
export type ApiDeployment = z.infer<typeof deploymentSchema>;

export const deploymentEndpoints = {
  getDeployment: endpoint({
    method: 'GET',
    path: '/api/v1/deployment',
    tag: 'Operation',
    summary: 'How the deployment is: processes, queue, database, bus, disk, and what is wrong',
    action: 'deployment.read',
    status: 200,
    reply: deploymentSchema,
    errors: [],
  }),
};
