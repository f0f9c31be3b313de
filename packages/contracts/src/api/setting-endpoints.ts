import { z } from 'zod';
import { endpoint, noContent } from './endpoint.ts';

const tag = 'Settings';

const settingSchema = z
  .object({
    name: z.string(),
    env: z.string(),
    about: z.string(),
    /** `environment`, `.env`, `entered`, `cadence.config.ts` or `default`: the first of them that has it counts. */
    source: z.string(),
    /** `null` for a secret. */
    value: z.unknown(),
    secret: z.boolean(),
    /** When a value holds that is entered; `restart` for settings that are not entered. */
    takesEffect: z.enum(['at once', 'next run', 'within an hour', 'restart']).optional(),
    /** Whether the environment has set it, so that nothing else counts. */
    pinned: z.boolean().optional(),
    /** What was entered, by whom and when; it waits while the setting is pinned. */
    entered: z.object({ value: z.unknown(), by: z.string(), at: z.string() }).nullable().optional(),
    /** Whether this process works by what is told here; another value may have been entered a moment ago. */
    inForce: z.boolean().optional(),
  })
  .meta({ id: 'Setting' });
export type ApiSetting = z.infer<typeof settingSchema>;

const params = z.strictObject({ name: z.string().min(1).max(100) });

export const settingEndpoints = {
  listSettings: endpoint({
    method: 'GET',
    path: '/api/v1/settings',
    tag,
    summary: 'Every setting, where it comes from, and what it is for',
    action: 'settings.read',
    status: 200,
    reply: z.object({ items: z.array(settingSchema) }),
    errors: [],
  }),
  putSetting: endpoint({
    method: 'PUT',
    path: '/api/v1/settings/:name',
    tag,
    summary: 'Enter a setting, without a restart',
    description:
      'By its name in `cadence.config.ts`. It is kept in the database and taken up by every process of the deployment; runs under way end as they began. A setting that the environment has, or that is read only at the start, is refused.',
    action: 'settings.write',
    params,
    body: z.strictObject({ value: z.json() }),
    status: 200,
    reply: settingSchema,
    errors: ['SETTING_NOT_FOUND', 'SETTING_FIXED', 'MODEL_UNKNOWN', 'ADDRESS_REFUSED'],
  }),
  deleteSetting: endpoint({
    method: 'DELETE',
    path: '/api/v1/settings/:name',
    tag,
    summary: 'Forget what was entered for a setting',
    action: 'settings.write',
    params,
    status: 204,
    reply: noContent,
    errors: ['SETTING_NOT_FOUND'],
  }),
};
