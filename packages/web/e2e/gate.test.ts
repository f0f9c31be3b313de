import { describe, expect, it } from 'vitest';
import { accessibilityProblems } from './accessible.ts';
import { servePageWithModel } from './model.fixture.ts';
import { agentWorkflow } from './one-node-workflows.fixture.ts';

describe('what runs say of a workflow', () => {
  const { open, client, model } = servePageWithModel();

  async function asked(workflowId: string, message: string) {
    const params = { id: crypto.randomUUID() };
    return await client().sendMessage({ params, body: { message, workflowId } });
  }

  it('is shown before a version is published, with the first place where each run parts', async () => {
    const params = { id: 'gated' };
    const put = (systemPrompt: string, draft: 'true' | 'false') =>
      client().putWorkflow({ params, query: { draft }, body: agentWorkflow(params.id, systemPrompt) });
    await put('You are kind.', 'false');
    await model().script(['Hello.', 'Hello again.']);
    const run = await asked(params.id, 'Hello?');
    await asked(params.id, 'And again?');
    await put('You are very kind.', 'true');
    const { page, complaints } = await open('/workflows/gated');
    await page.getByRole('button', { name: 'Publish' }).click();
    const dialog = page.getByRole('dialog', { name: 'Publish version 2' });
    await dialog.getByText('Some of the newest runs do something else on this version.').waitFor();
    const found = dialog.getByRole('list', { name: 'What was found' }).getByRole('listitem');
    expect(await found.count()).toBe(2);
    expect(await found.first().textContent()).toMatch(/Diverged.*clerk.*system/);
    expect(await accessibilityProblems(page)).toEqual([]);
    const version = async () => (await client().getWorkflow({ params, query: {} })).version;
    expect(await version()).toBe(1);
    await dialog.getByRole('button', { name: 'Keep it a draft' }).click();
    await page.getByRole('tab', { name: 'Proof' }).click();
    const proof = page.getByRole('region', { name: 'Before it is published' });
    await proof.getByText(/Version 2, the newest 50 runs, tried .* by .+\./).waitFor();
    await proof.getByText('Some of the newest runs do something else on this version.').waitFor();
    await proof.getByRole('button', { name: 'Try it again' }).click();
    expect(await proof.getByRole('list', { name: 'What was found' }).getByRole('listitem').count()).toBe(2);
    const tests = page.getByRole('region', { name: 'Covered by tests' });
    const recording = await client().runRecording({ params: { id: run.id } });
    const file = (name: string, text: string) => ({
      ...{ name, mimeType: 'application/json', buffer: Buffer.from(text) },
    });
    await tests
      .getByLabel('Test files')
      .setInputFiles([file('hello.run.json', JSON.stringify(recording)), file('other.json', '{}')]);
    await tests.getByText('One recording of it.').waitFor();
    await tests.getByText('No recordings of this workflow: other.json.').waitFor();
    expect(await tests.textContent()).toMatch(/Nodes100 %/);
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.getByRole('button', { name: 'Publish' }).click();
    await found.first().getByRole('link', { name: 'Before and after' }).click();
    await page.getByText('It first does something else at step 1').waitFor();
    await page.goBack();
    await page.getByRole('button', { name: 'Publish' }).click();
    await dialog.getByRole('button', { name: 'Publish anyway' }).click();
    await page.getByText('v2 · Published').waitFor();
    expect(await version()).toBe(2);
    expect(complaints).toEqual([]);
  });

  it('is painted on its graph', async () => {
    const id = 'painted';
    const node = (name: string) => ({
      id: name,
      workflowId: id,
      nodeType: 'AGENT',
      nodeName: name,
      agentId: 'a',
    });
    const edge = (from: string, to: string) => ({
      id: `${from}-${to}`,
      workflowId: id,
      sourceNodeId: from,
      targetNodeId: to,
      conditionType: 'CONDITIONAL',
      conditionValue: to,
    });
    await client().putWorkflow({
      params: { id },
      query: {},
      body: {
        id,
        name: 'Painted',
        entrypointNodeId: 'desk',
        nodes: [node('desk'), node('sales'), node('repairs')],
        edges: [edge('desk', 'sales'), edge('desk', 'repairs')],
        agents: [{ id: 'a', name: 'A', systemPrompt: 'Be short.' }],
      },
    });
    const toSales = { kind: 'reply' as const, toolCalls: [{ name: 'route', arguments: { to: 'sales' } }] };
    await model().script([toSales, 'Sold.', toSales, 'Sold again.']);
    await asked(id, 'May I buy it?');
    await asked(id, 'And another?');
    const { page, complaints } = await open(`/workflows/${id}`);
    await page.getByTestId('node-repairs').waitFor();
    expect(await page.locator('[data-traffic]').count()).toBe(0);
    await page.getByRole('button', { name: 'Coverage' }).click();
    const panel = page.getByRole('region', { name: 'Coverage' });
    await panel.getByText('What 2 runs of the last 30 days came by').waitFor();
    const [taken, never] = [page.locator('[data-traffic="2"]'), page.locator('[data-traffic="0"]')];
    expect(await taken.locator('title').textContent()).toContain('sales · taken 2 times in 2 runs');
    expect(await never.locator('title').textContent()).toContain('repairs · never taken');
    const style = (line: typeof taken, name: 'strokeWidth' | 'strokeDasharray') =>
      line
        .locator('.graph-traffic')
        .evaluate((path, field) => String(Reflect.get(getComputedStyle(path), field)), name);
    expect(Number.parseFloat(await style(taken, 'strokeWidth'))).toBeGreaterThan(5);
    expect(await style(taken, 'strokeDasharray')).toBe('none');
    expect(await style(never, 'strokeDasharray')).not.toBe('none');
    await panel.getByText('Edge by edge').first().click();
    const rows = panel.getByRole('table').getByRole('row');
    expect((await rows.allTextContents()).slice(1).map((row) => row.slice(0, 22))).toEqual([
      expect.stringContaining('sales'),
      expect.stringContaining('repairs'),
    ]);
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.getByRole('button', { name: 'Coverage' }).click();
    await panel.waitFor({ state: 'detached' });
    expect(await page.locator('[data-traffic]').count()).toBe(0);
    expect(complaints).toEqual([]);
  });
});
