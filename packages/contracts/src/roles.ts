/** Least rights first: each role may do what those before it may. */
export const roles = ['viewer', 'operator', 'author', 'admin'] as const;
export type Role = (typeof roles)[number];

/** What each role adds to the one before it. */
export const roleDescriptions: Record<Role, string> = {
  viewer: 'reads conversations, runs, workflows and usage',
  operator: 'also sends messages, cancels and forks runs, and answers hand-offs',
  author: 'also writes workflows, agents and profiles',
  admin: 'also manages the keys of its tenant, tests models and reads the audit log',
};

export function roleReaches(role: Role, needed: Role): boolean {
  return roles.indexOf(role) >= roles.indexOf(needed);
}
