import { describe, expect, it } from 'vitest';
import { mayDo, type Permission, permissions, type Role, roleSchema } from './role.ts';

const all = Object.keys(permissions) as Permission[];
const of = (role: Role) => all.filter((permission) => mayDo(role, permission));

describe('mayDo', () => {
  it('lets a viewer read and nothing else', () => {
    expect(of('viewer')).toEqual(['data.read']);
  });

  it('gives each role what the one before it has, and more', () => {
    const [, ...higher] = roleSchema.options;
    for (const [index, role] of higher.entries()) {
      const before = of(roleSchema.options[index] ?? 'admin');
      expect(of(role)).toEqual(expect.arrayContaining(before));
      expect(of(role).length).toBeGreaterThan(before.length);
    }
  });

  it('keeps keys, plugins, audit and settings for the admin', () => {
    expect(of('admin')).toEqual(all);
    const rest = all.filter((permission) => !of('author').includes(permission));
    expect(rest).toEqual(['key.manage', 'plugin.manage', 'audit.read', 'settings.manage']);
  });

  it('lets an operator work with runs but not change what they run on', () => {
    expect(of('operator')).toEqual(['data.read', 'run.start', 'run.cancel', 'run.fork', 'handoff.answer']);
  });
});
