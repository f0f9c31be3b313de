import { z } from 'zod';
import { roleSchema } from '../role.ts';
import { endpoint, idParams, jsonRecord, noContent, pageOf, pageQuery, pathIdSchema } from './endpoint.ts';

export const apiKeySchema = z
  .object({
    id: z.string(),
    name: z.string().nullable(),
    role: roleSchema,
    tenantId: z.string(),
    /** Whose rows it sees; all of the tenant's when `null`. */
    userId: z.string().nullable(),
    /** The workflows it may use; all when `null`. */
    scopes: z.array(z.string()).nullable(),
    createdAt: z.string(),
    expiresAt: z.string().nullable(),
    lastUsedAt: z.string().nullable(),
    revokedAt: z.string().nullable(),
  })
  .meta({ id: 'ApiKey' });
export type ApiKey = z.infer<typeof apiKeySchema>;

export const auditEntrySchema = z
  .object({
    id: z.string(),
    time: z.string(),
    actor: z.string(),
    action: z.string(),
    target: z.string().nullable(),
    outcome: z.string(),
    requestId: z.string().nullable(),
    ip: z.string().nullable(),
    details: z.unknown(),
  })
  .meta({ id: 'AuditEntry' });
export type ApiAuditEntry = z.infer<typeof auditEntrySchema>;

const personalRecordSchema = z
  .object({
    /** What it is, as `profile`, `message` or `run`. */
    kind: z.string(),
    data: jsonRecord,
  })
  .meta({ id: 'PersonalRecord' });

const personSchema = z
  .object({
    id: z.string(),
    /** As the profile has it. */
    name: z.string().nullable(),
    /** Counted up to a hundred. */
    runs: z.number().int(),
    hasMoreRuns: z.boolean(),
    /** When their newest run began. */
    lastSeenAt: z.string().nullable(),
    /** Counted up to a hundred. */
    keys: z.number().int(),
    hasProfile: z.boolean(),
  })
  .meta({ id: 'Person' });
export type ApiPerson = z.infer<typeof personSchema>;

const tag = 'Access';

export const accessEndpoints = {
  whoAmI: endpoint({
    method: 'GET',
    path: '/api/v1/me',
    tag,
    summary: 'Who the key speaks for, and what it may do',
    action: 'self.read',
    status: 200,
    reply: z.object({
      tenantId: z.string(),
      userId: z.string().nullable(),
      role: roleSchema,
      keyId: z.string().nullable(),
      /** The workflows it may use; all when `null`. */
      scopes: z.array(z.string()).nullable(),
      /** Whether it may do what concerns all tenants: plugins, settings, metrics. */
      deployment: z.boolean(),
      /** False where the server takes requests without a key, from this machine alone. */
      keyRequired: z.boolean(),
    }),
    errors: [],
  }),
  listKeys: endpoint({
    method: 'GET',
    path: '/api/v1/keys',
    tag,
    summary: 'API keys of the tenant, without their secrets',
    action: 'key.read',
    query: pageQuery,
    status: 200,
    reply: pageOf(apiKeySchema),
    errors: [],
  }),
  createKey: endpoint({
    method: 'POST',
    path: '/api/v1/keys',
    tag,
    summary: 'Make an API key; it is shown this once',
    action: 'key.create',
    body: z.strictObject({
      role: roleSchema,
      name: z.string().min(1).max(100).optional(),
      userId: pathIdSchema.optional(),
      scopes: z.array(pathIdSchema).min(1).max(100).optional(),
      expiresInDays: z.number().positive().max(3650).optional(),
    }),
    status: 201,
    reply: apiKeySchema.extend({ key: z.string() }),
    errors: [],
  }),
  rotateKey: endpoint({
    method: 'POST',
    path: '/api/v1/keys/:id/rotate',
    tag,
    summary: 'Make an API key in the place of another; it is shown this once',
    description:
      'The new key has the name, role, person, workflows and end of the old one. The old one is valid for so many days more, so that it can be replaced where it is used; with 0 it ends at once.',
    action: 'key.rotate',
    params: idParams,
    body: z.strictObject({ graceDays: z.number().min(0).max(7).default(0) }),
    status: 201,
    reply: apiKeySchema.extend({
      key: z.string(),
      /** The old one, with when it ends. */
      replaces: z.object({ id: z.string(), expiresAt: z.string().nullable() }),
    }),
    errors: ['KEY_NOT_FOUND'],
  }),
  revokeKey: endpoint({
    method: 'DELETE',
    path: '/api/v1/keys/:id',
    tag,
    summary: 'Revoke an API key',
    action: 'key.revoke',
    params: idParams,
    status: 204,
    reply: noContent,
    errors: ['KEY_NOT_FOUND'],
  }),
  listPeople: endpoint({
    method: 'GET',
    path: '/api/v1/people',
    tag,
    summary: 'Who had runs, has a profile, or has keys, in the order of their ids',
    action: 'person.read',
    query: pageQuery.extend({
      /** What the id begins with. */
      prefix: pathIdSchema.optional(),
    }),
    status: 200,
    reply: pageOf(personSchema),
    errors: [],
  }),
  exportPerson: endpoint({
    method: 'GET',
    path: '/api/v1/people/:id',
    tag,
    summary: 'All that is kept of a person',
    description: 'By the id that keys name their user by. Nothing is kept of somebody who is not known.',
    action: 'person.export',
    params: idParams,
    status: 200,
    reply: z.object({ items: z.array(personalRecordSchema) }),
    errors: [],
  }),
  erasePerson: endpoint({
    method: 'DELETE',
    path: '/api/v1/people/:id',
    tag,
    summary: 'Erase a person',
    description:
      'Removes their conversations with all that is in them, their keys and their profile, and what the audit log has of them. A file of SQLite is rewritten, so that nothing is left in it; others wait meanwhile.',
    action: 'person.erase',
    params: idParams,
    status: 200,
    /** Rows that are gone, or no longer tell whom they are about, by table. */
    reply: z.object({ erased: z.record(z.string(), z.number().int()) }),
    errors: [],
  }),
  listAudit: endpoint({
    method: 'GET',
    path: '/api/v1/audit',
    tag,
    summary: 'Who changed what, newest first',
    action: 'audit.read',
    description:
      'A page may have fewer entries than asked for and still have a next one: only so many are looked at for what is filtered by.',
    query: pageQuery.extend({
      actor: pathIdSchema.optional(),
      action: pathIdSchema.optional(),
      target: pathIdSchema.optional(),
      outcome: z.enum(['done', 'refused', 'failed']).optional(),
      /** Is in the actor, the action or the target. */
      text: pathIdSchema.optional(),
      from: z.iso.datetime().optional(),
      to: z.iso.datetime().optional(),
    }),
    status: 200,
    reply: pageOf(auditEntrySchema),
    errors: [],
  }),
};
