import { z } from 'zod';

/** Least rights first: each role may do what those before it may. */
export const roleSchema = z.enum(['viewer', 'operator', 'author', 'admin']);
export type Role = z.infer<typeof roleSchema>;

/** What each role adds to the one before it. */
export const roleDescriptions: Record<Role, string> = {
  viewer: 'reads conversations, runs, workflows and usage',
  operator: 'also sends messages, cancels and forks runs, and answers hand-offs',
  author: 'also writes workflows, agents and profiles',
  admin: 'also manages the keys of its tenant, tests models and reads the audit log',
};

export function roleReaches(role: Role, needed: Role): boolean {
  return roleSchema.options.indexOf(role) >= roleSchema.options.indexOf(needed);
}
