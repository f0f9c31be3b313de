import { randomBytes, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { accessibilityProblems } from './accessible.ts';
import { hasFocus, pressOn } from './keyboard.fixture.ts';
import { toolWorkflow } from './one-node-workflows.fixture.ts';
import { servePage } from './page.fixture.ts';
import { archive, greeter, pluginArchive } from './plugin-archive.fixture.ts';

/** Lets a file fall onto the page, as from a file manager. */
async function drop(page: Page, name: string, content: Buffer): Promise<void> {
  await page.getByText('Drop a .tgz or .zip here').waitFor();
  const bytes = [...content];
  const files = await page.evaluateHandle(
    ([fileName, data]) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([new Uint8Array(data)], fileName));
      return transfer;
    },
    [name, bytes] as const,
  );
  for (const type of ['dragover', 'drop']) await page.dispatchEvent('main', type, { dataTransfer: files });
}

const rowOf = (page: Page, name: string) =>
  page.getByRole('list', { name: 'Plugins', exact: true }).locator('> li', {
    has: page.getByRole('heading', { name, exact: true }),
  });

describe('the plugins', () => {
  const { open, client } = servePage({
    CADENCE_ENABLE_UPLOADS: 'true',
    CADENCE_PLUGIN_SECRETS: 'CARRIER_KEY',
  });

  it('are listed with where they come from, what they bring and how far they are kept apart', async () => {
    const { page, complaints } = await open('/plugins');
    const math = rowOf(page, 'math');
    await math.getByText('Loaded').waitFor();
    await math.getByText('calculate', { exact: true }).waitFor();
    const { hash } = await client().getPlugin({ params: { name: 'math' } });
    await math.getByText(hash?.slice(0, 10) ?? '').waitFor();
    await math.getByRole('button', { name: 'Isolation: none' }).click();
    await page.getByText('It runs inside the server').waitFor();
    expect(complaints).toEqual([]);
  });

  it('are turned off and on without being removed', async () => {
    const { page, complaints } = await open('/plugins');
    const math = rowOf(page, 'math');
    await math.getByRole('button', { name: 'Turn off math' }).click();
    await math.getByText('Off', { exact: true }).waitFor();
    const hasTool = async () => (await client().listTools()).items.some(({ name }) => name === 'calculate');
    expect(await hasTool()).toBe(false);
    expect(await accessibilityProblems(page)).toEqual([]);
    await math.getByRole('button', { name: 'Turn on math' }).click();
    await math.getByText('Loaded', { exact: true }).waitFor();
    expect(await hasTool()).toBe(true);
    expect(complaints).toEqual([]);
  });

  it('are installed by drag and drop, used in a chat, and removed', async () => {
    const { page } = await open('/plugins');
    await drop(page, 'greeter-1.0.0.tgz', pluginArchive(greeter));
    await page.getByText('greeter 1.0.0 is installed').waitFor({ timeout: 20_000 });
    await rowOf(page, 'greeter').getByText('Uploaded').waitFor();
    await rowOf(page, 'greeter').getByText('Its process runs since').waitFor();
    await client().putWorkflow({
      params: { id: 'greets' },
      query: {},
      body: toolWorkflow('greets', 'greet'),
    });
    const run = await client().sendMessage({
      params: { id: 'greeting' },
      body: { message: 'Greet who "Ann" by name', workflowId: 'greets' },
    });
    expect(run.answer).toContain('Welcome aboard, Ann');
    await rowOf(page, 'greeter').getByRole('button', { name: 'Remove greeter' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    // Behind a dialog nothing has a role.
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await rowOf(page, 'greeter').waitFor({ state: 'detached' });
    expect((await client().listPlugins()).items.map(({ slug }) => slug)).not.toContain('greeter');
  });

  it('are not installed when they are wrong: everything that is wrong is told', async () => {
    const before = (await client().listPlugins()).items;
    const { page } = await open('/plugins');
    const broken = archive({
      'package.json': JSON.stringify({ name: 'broken', cadence: { plugin: './src/index.ts' } }),
      'src/index.ts': 'export default { metadata: { name: "broken" }, createAgent: 3 };',
    });
    await drop(page, 'broken.tgz', broken);
    const report = page.getByRole('alert');
    await report.getByText('broken.tgz was not installed').waitFor({ timeout: 20_000 });
    for (const place of ['$.metadata.version', '$.metadata.description', '$.createAgent'])
      await report.getByText(place).waitFor();
    await report.getByText('nothing was changed').waitFor();
    expect((await client().listPlugins()).items).toEqual(before);
  });

  it('are not taken from a file that is no archive', async () => {
    const { page } = await open('/plugins');
    await page.getByLabel('Plugin archive').setInputFiles({
      name: 'picture.tgz',
      mimeType: 'application/gzip',
      buffer: readFileSync(new URL('../public/cadence.svg', import.meta.url)),
    });
    await page.getByRole('alert').getByText('picture.tgz was not installed').waitFor();
  });

  it('show how far an upload is', async () => {
    const { page } = await open('/plugins');
    const network = await page.context().newCDPSession(page);
    await network.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput: 100_000,
    });
    await drop(page, 'large.tgz', archive({ noise: randomBytes(300_000).toString('base64') }));
    const bar = page.getByRole('progressbar', { name: 'Uploading large.tgz' });
    await expect.poll(async () => Number(await bar.getAttribute('aria-valuenow'))).toBeGreaterThan(0);
    await page.getByRole('alert').getByText('There is no package.json').waitFor({ timeout: 20_000 });
    expect(await bar.count()).toBe(0);
  });

  it('go back to a version that was kept', async () => {
    const archived = (version: string) => pluginArchive({ ...greeter, name: 'kept', version });
    await client().upload(new Blob([new Uint8Array(archived('1.0.0'))]), 'kept.tgz');
    const { page } = await open('/plugins');
    await drop(page, 'kept-2.0.0.tgz', archived('2.0.0'));
    await page.getByText('kept 2.0.0 is installed').waitFor();
    const versions = page.getByRole('button', { name: 'Versions of kept' });
    await pressOn(page, versions);
    await page.getByRole('menuitem', { name: '2.0.0, in use' }).waitFor();
    await page.keyboard.type('Go');
    await page.locator('[role=menuitem][data-highlighted]', { hasText: 'Go back to 1.0.0' }).waitFor();
    await page.keyboard.press('Enter');
    await rowOf(page, 'kept').getByText('1.0.0').waitFor();
    await page.getByText('kept 2.0.0 is installed').waitFor({ state: 'detached' });
    await hasFocus(versions);
    expect(await client().getPlugin({ params: { name: 'kept' } })).toMatchObject({ version: '1.0.0' });
  });

  it('are given the secrets that they ask for, which take effect at once', async () => {
    const tool = `{
      name: 'quote',
      description: 'Quote a price for somebody by name',
      input: z.object({ who: z.string().describe('Name of the person') }),
      run: ({ who }) => 'For ' + who + ' a key of ' + (process.env.CARRIER_KEY ?? '').length,
    }`;
    const carrier = { name: 'carrier', description: 'Tells prices', tool, secrets: ['CARRIER_KEY', 'OTHER'] };
    await client().upload(new Blob([new Uint8Array(pluginArchive(carrier))]), 'carrier.tgz');
    const body = toolWorkflow('quotes', 'quote');
    await client().putWorkflow({ params: { id: 'quotes' }, query: {}, body });
    const message = { message: 'Quote who "Ann" by name', workflowId: 'quotes' };
    const quoted = async () =>
      (await client().sendMessage({ params: { id: randomUUID() }, body: message })).answer;
    expect(await quoted()).toContain('For Ann a key of 0');
    const { page, complaints } = await open('/plugins');
    const secrets = rowOf(page, 'carrier').getByRole('list', { name: 'Secrets that it asks for' });
    await secrets.getByText('Not allowed').waitFor();
    await secrets.getByText('Not set').waitFor();
    await secrets.getByRole('button', { name: 'Enter CARRIER_KEY' }).click();
    await hasFocus(page.getByLabel('Value'));
    await page.keyboard.type('twelve chars');
    await page.keyboard.press('Enter');
    await secrets.getByText('Set', { exact: true }).waitFor();
    await hasFocus(secrets.getByRole('button', { name: 'Replace CARRIER_KEY' }));
    expect(await quoted()).toContain('For Ann a key of 12');
    expect(await page.content()).not.toContain('twelve chars');
    expect(complaints).toEqual([]);
  });

  it('are set by a form that is made from what they declare', async () => {
    const tool = `{
      name: 'hail',
      description: 'Hail',
      input: z.object({}),
      run: () => config.loud ? config.greeting.toUpperCase() : config.greeting,
    }`;
    const config = `
      greeting: z.string().min(2).refine((text) => text !== 'Nothing', 'must be something').default('Hello').describe('What it says'),
      loud: z.boolean().default(false),
      tone: z.enum(['warm', 'cool']).default('warm'),
    `;
    const upload = (version: string, fields: string) =>
      client().upload(
        new Blob([
          new Uint8Array(
            pluginArchive({ name: 'hailer', version, description: 'Hails', tool, config: fields }),
          ),
        ]),
        'hailer.tgz',
      );
    await upload('1.0.0', config);
    const hail = async () =>
      (await client().tryTool({ params: { name: 'hail' }, body: { args: {} } })).output;
    const { page, complaints } = await open('/plugins');
    const row = rowOf(page, 'hailer');
    const dialog = page.getByRole('dialog', { name: 'Configure hailer' });
    await row.getByRole('button', { name: 'Configure hailer' }).click();
    const greeting = dialog.getByLabel('greeting');
    await expect.poll(() => greeting.inputValue()).toBe('Hello');
    await greeting.fill('H');
    expect(await dialog.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true);
    await greeting.fill('Nothing');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByText('must be something').waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await greeting.fill('Ahoy');
    await dialog.getByLabel('loud').click();
    await page.getByRole('option', { name: 'Yes' }).click();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'detached' });
    expect(await hail()).toBe('AHOY');
    const { entered } = (await client().getPlugin({ params: { name: 'hailer' } })).config ?? {};
    expect(entered).toEqual({ greeting: 'Ahoy', loud: true });

    await upload('2.0.0', config.replace('z.boolean().default(false)', 'z.int().default(0)'));
    await page.reload();
    await row.getByText('What was entered does not fit this version').waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await row.getByRole('button', { name: 'Configure hailer' }).click();
    await dialog.getByRole('button', { name: 'Back to the defaults' }).click();
    await dialog.waitFor({ state: 'detached' });
    await row.getByText('What was entered does not fit this version').waitFor({ state: 'detached' });
    expect(await hail()).toBe('Hello');
    expect(complaints).toEqual([expect.stringContaining('400')]);
  });

  it('are looked for again, with a report of what has changed', async () => {
    const { page } = await open('/plugins');
    await page.getByRole('button', { name: 'Reload' }).click();
    await page.getByText('Nothing has changed.').waitFor();
  });
});

describe('the plugins of a server without uploads', () => {
  const { open, client } = servePage({
    CADENCE_MCP_SERVERS: JSON.stringify({ weather: { command: '/no/such/program' } }),
  });

  it('have MCP servers beside them, with what keeps one from working', async () => {
    const { page } = await open('/plugins');
    const weather = rowOf(page, 'weather');
    await weather.getByText('MCP server', { exact: true }).waitFor();
    await weather.getByText('Failed').waitFor();
    await weather.getByText('cadence doctor').waitFor();
  });

  it('tell how uploads are switched on', async () => {
    const { page } = await open('/plugins');
    await page.getByText('Uploads are switched off').waitFor();
    await page.getByText('CADENCE_ENABLE_UPLOADS=true').waitFor();
    expect(await page.getByLabel('Plugin archive').count()).toBe(0);
  });

  it('tell those who may not change them who may', async () => {
    const { key } = await client().createKey({ body: { role: 'operator' } });
    const { page } = await open('/');
    await page.evaluate((text) => sessionStorage.setItem('cadence-api-key', text), key);
    await page.goto(`${new URL(page.url()).origin}/plugins`);
    await page.getByText('Administrators can upload, remove and reload plugins.').waitFor();
    expect(await page.getByRole('button', { name: 'Reload' }).count()).toBe(0);
  });
});
