import { describe, expect, it } from 'vitest';
import { outgoingRequests, waysOut } from './outgoing-requests.ts';
import { readRepository } from './read-repository.ts';

const check = (path: string, source: string) => outgoingRequests(new Map([[path, source]]));
const product = 'packages/engine/src/a.ts';

describe('outgoingRequests', () => {
  it('finds none in this repository but those that are named', async () => {
    expect(outgoingRequests(await readRepository())).toEqual([]);
  });

  it('has no exception that is not used', async () => {
    const files = await readRepository();
    for (const path of Object.keys(waysOut)) {
      const renamed = new Map([['packages/engine/src/other.ts', files.get(path) ?? '']]);
      expect(outgoingRequests(renamed), path).not.toEqual([]);
    }
  });

  it.each([
    `import { request } from 'node:https';`,
    `import type { Agent } from 'undici';`,
    `const { fetch } = await import('undici');`,
    `import { connect } from 'node:net';`,
    'globalThis.fetch(url)',
    'new globalThis.WebSocket(url)',
  ])('refuses %s', (source) => expect(check(product, source)).toEqual([expect.stringContaining('guarded')]));

  it.each([`import { join } from 'node:path';`, 'context.fetch(url)', `say('import "undici"')`])(
    'accepts %s',
    (source) => expect(check(product, source)).toEqual([]),
  );

  it('leaves tests and the page alone', () => {
    expect(check('packages/engine/src/a.test.ts', `import 'undici';`)).toEqual([]);
    expect(check('packages/web/src/a.ts', 'window.fetch(url)')).toEqual([]);
  });
});
