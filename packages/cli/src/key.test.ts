import { describe, expect, it } from 'vitest';
import { cadenceIn, temporaryFolder } from './cli.fixture.ts';

describe('cadence key', () => {
  it('create prints the key alone on stdout; list knows it, and revoke ends it', async () => {
    const cadence = cadenceIn(temporaryFolder());
    const created = await cadence('key', 'create', '--role', 'operator', '--user', 'ann', '--name', 'CI');
    expect(created.code).toBe(0);
    const [, id = '', secret = ''] = /^cad_([a-z0-9]{12})_([A-Za-z0-9]{43})\n$/.exec(created.stdout) ?? [];
    expect(created.stderr).toContain(`cadence key revoke ${id}`);
    expect(created.stderr).not.toContain(secret);
    const listed = await cadence('key', 'list');
    expect(listed.stdout).toMatch(new RegExp(`^${id} +operator +ann +valid +never used +CI\n$`));
    const rotated = JSON.parse((await cadence('key', 'rotate', id, '--grace-days', '2', '--json')).stdout);
    expect(rotated).toMatchObject({ name: 'CI', userId: 'ann', replaces: { id } });
    expect(rotated.key).not.toBe(created.stdout.trim());
    expect((await cadence('key', 'rotate', id, '--grace-days', '8')).code).toBe(1);
    expect((await cadence('key', 'revoke', id)).stdout).toContain(id);
    expect((await cadence('key', 'list')).stdout).toContain('revoked');
  });

  it('create --json has the key and its limits, for a tenant of its own', async () => {
    const cadence = cadenceIn(temporaryFolder());
    const options = [
      '--role',
      'viewer',
      '--tenant',
      'acme',
      '--expires-days',
      '30',
      '-w',
      'a',
      'b',
      '--json',
    ];
    const made = JSON.parse((await cadence('key', 'create', ...options)).stdout);
    expect(made).toMatchObject({ tenantId: 'acme', userId: null, role: 'viewer', scopes: ['a', 'b'] });
    expect(made.key).toContain(`cad_${made.id}_`);
    expect(Date.parse(made.expiresAt) - Date.parse(made.createdAt)).toBeGreaterThan(29 * 86_400_000);
    expect(JSON.parse((await cadence('key', 'list', '--json')).stdout)).toEqual([]);
    const listed = JSON.parse((await cadence('key', 'list', '--tenant', 'acme', '--json')).stdout);
    const { key, ...record } = made;
    expect(listed).toEqual([record]);
    const elsewhere = await cadence('key', 'revoke', made.id);
    expect([elsewhere.code, elsewhere.stderr]).toEqual([1, expect.stringContaining(made.id)]);
    expect((await cadence('key', 'revoke', made.id, '--tenant', 'acme')).code).toBe(0);
  });

  it('create names the roles when it does not know one', async () => {
    const { code, stderr, stdout } = await cadenceIn(temporaryFolder())(
      'key',
      'create',
      '--role',
      'operater',
    );
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(/"operater".*\n.*"operator"/);
  });
});
