import { createClient } from '@cadence-agents/client';
import { type Role, roleSchema } from '@cadence-agents/contracts';
import type { Page } from 'playwright-core';
import { beforeAll, expect } from 'vitest';
import { askingWorkflow } from './one-node-workflows.fixture.ts';
import { servePage, type TestPage } from './page.fixture.ts';

interface Server {
  open: TestPage['open'];
  url: () => string;
  /** A key of each role. */
  keys: ReadonlyMap<Role, string>;
  runId: () => string;
}

/** A server with something on every page. */
export function serveRoles(): Server {
  const adminKey = 'a-key-for-the-tests-of-the-page';
  const { open, url } = servePage({ CADENCE_ADMIN_KEY: adminKey });
  const keys = new Map<Role, string>();
  let runId = '';
  beforeAll(async () => {
    const api = createClient({ baseUrl: url(), apiKey: adminKey });
    for (const role of roleSchema.options)
      keys.set(role, (await api.createKey({ body: { role, name: role } })).key);
    const body = askingWorkflow('asks', 'May I go on?');
    await api.putWorkflow({ params: { id: 'asks' }, query: {}, body });
    await api.putAgent({ params: { id: 'a' }, body: { name: 'Ann', systemPrompt: 'A.' } });
    await api.sendMessage({ params: { id: 'c' }, body: { message: 'Help me.', workflowId: 'asks' } });
    runId = (await api.sendMessage({ params: { id: 'd' }, body: { message: 'What is 15 * 23?' } })).id;
  });
  return { open, url, keys, runId: () => runId };
}

const paths = (runId: string) => [
  ...['/', '/c/d', '/runs', `/runs/${runId}`, '/inbox', '/workflows', '/workflows/asks', '/agents'],
  ...['/plugins', '/usage', '/settings', '/settings#keys', '/settings#models', '/settings#mcp'],
  ...['/settings#values', '/operate'],
  ...['health', 'audit', 'people', 'safety', 'data'].map((tab) => `/operate/${tab}`),
];

/** What only some may do, by the names of the buttons. */
const deeds: readonly { path: string | ((runId: string) => string); name: RegExp; needs: Role }[] = [
  { path: '/c/d', name: /^Send$/, needs: 'operator' },
  { path: '/c/d', name: /^Ask again$/, needs: 'operator' },
  { path: (runId) => `/runs/${runId}`, name: /^Fork/, needs: 'operator' },
  { path: '/workflows', name: /^New workflow$/, needs: 'author' },
  { path: '/workflows/asks', name: /^Save draft$/, needs: 'author' },
  { path: '/workflows/asks', name: /^Publish$/, needs: 'author' },
  { path: '/workflows/asks', name: /^Add node$/, needs: 'author' },
  { path: '/settings#keys', name: /^New key$/, needs: 'admin' },
  { path: '/settings#models', name: /^Test offline$/, needs: 'admin' },
  { path: '/operate', name: /^Export CSV$/, needs: 'admin' },
  { path: '/operate/audit', name: /^Export CSV$/, needs: 'admin' },
  { path: '/operate/people', name: /^Open local$/, needs: 'admin' },
];

export async function openAs({ open, keys }: Server, role: Role): Promise<{ page: Page; refused: string[] }> {
  const { page } = await open('/');
  // What was refused without a key makes the page forget the one that it has.
  await page.waitForLoadState('networkidle');
  await page.evaluate((key) => sessionStorage.setItem('cadence-api-key', key), keys.get(role) ?? '');
  const refused: string[] = [];
  page.on('response', (response) => {
    if (response.status() === 403) refused.push(`${new URL(page.url()).pathname}: ${response.url()}`);
  });
  return { page, refused };
}

interface Walk {
  /** Leaves the pages out on which nothing is offered to some roles alone. */
  short?: boolean;
}

/** Walks the pages, and returns what it was refused. */
export async function walk(server: Server, role: Role, { short = false }: Walk = {}): Promise<string[]> {
  const { page, refused } = await openAs(server, role);
  const offered = deeds.map((deed) => ({
    ...deed,
    path: typeof deed.path === 'string' ? deed.path : deed.path(server.runId()),
  }));
  const visited = paths(server.runId()).filter(
    (path) => !short || offered.some((deed) => deed.path === path),
  );
  const reaches = (needs: Role) => roleSchema.options.indexOf(role) >= roleSchema.options.indexOf(needs);
  for (const path of visited) {
    await page.goto(`${server.url()}${path}`);
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    await page.waitForLoadState('networkidle');
    if ((await page.getByText(/This needs the role|concerns all tenants, and the key/).count()) > 0)
      refused.push(`${path}: says that it was refused`);
    for (const { name, needs } of offered.filter((deed) => deed.path === path))
      await expect
        .poll(() => page.getByRole('button', { name }).count(), { message: `${name} as ${role}` })
        .toBe(reaches(needs) ? 1 : 0);
  }
  await expect
    .poll(() => page.getByRole('link', { name: 'Operate' }).count(), { message: `Operate as ${role}` })
    .toBe(reaches('admin') ? 1 : 0);
  return refused;
}
