import { z } from 'zod';

/** Each may do what those before it may. */
export const roleSchema = z.enum(['viewer', 'operator', 'author', 'admin']);
export type Role = z.infer<typeof roleSchema>;

/** Every permission, with the lowest role that has it. */
export const permissions = {
  'data.read': 'viewer',
  'run.start': 'operator',
  'run.cancel': 'operator',
  'run.fork': 'operator',
  'handoff.answer': 'operator',
  'workflow.write': 'author',
  'agent.write': 'author',
  /** Profiles of others; one's own needs no permission. */
  'profile.write': 'author',
  'key.manage': 'admin',
  'plugin.manage': 'admin',
  'audit.read': 'admin',
  'settings.manage': 'admin',
} as const satisfies Record<string, Role>;

export type Permission = keyof typeof permissions;

export function mayDo(role: Role, permission: Permission): boolean {
  const ranks = roleSchema.options;
  return ranks.indexOf(role) >= ranks.indexOf(permissions[permission]);
}
