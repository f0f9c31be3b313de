import type { Role } from '@cadence-agents/contracts';

export const forRoleTexts = {
  needed: (needed: Role | 'deployment') =>
    needed === 'deployment' ? 'This is for whoever runs this server' : `This is for the role "${needed}"`,
  hint: (what: string, yours: Role, needed: Role | 'deployment') =>
    needed === 'deployment'
      ? `${what} It concerns all tenants, so that it takes the key that the server was started with.`
      : `${what} Your role is "${yours}". Ask whoever runs this server for a key with the role "${needed}" if you need it.`,
} as const;
