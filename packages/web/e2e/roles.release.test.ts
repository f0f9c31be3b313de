import { describe, expect, it } from 'vitest';
import { serveRoles, walk } from './roles.fixture.ts';

const server = serveRoles();

describe.each(['operator', 'author', 'admin'] as const)('as %s', (role) => {
  it('no page at all asks for what the key may not have', async () => {
    expect(await walk(server, role)).toEqual([]);
  }, 240_000);
});
