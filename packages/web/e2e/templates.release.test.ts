import { describe, expect, it } from 'vitest';
import { copyWorkflow } from '../src/pages/workflows/templates/copy-workflow.ts';
import { templates } from '../src/pages/workflows/templates/templates.ts';
import { accessibilityProblems } from './accessible.ts';
import { servePage } from './page.fixture.ts';

describe('workflows that come, go and change', () => {
  const { open, client } = servePage();

  it.each(templates)(
    'begins with one that runs without a model of one’s own: $name',
    async ({ name, ...rest }) => {
      const id = name.toLowerCase().replaceAll(' ', '-');
      const definition = { ...Object(copyWorkflow({ ...rest, name }, id, name)) };
      expect(await client().checkWorkflow({ body: definition })).toMatchObject({ valid: true, problems: [] });
      const message = 'I want my money back: what does the order cost, and may I have a refund?';
      const params = {
        id: (await client().tryWorkflow({ params: { id }, body: { definition, message } })).id,
      };
      const ended = async () => {
        for await (const _ of client().follow(params.id));
        return client().getRun({ params });
      };
      let run = await ended();
      if (run.status === 'awaiting_human') {
        await client().resumeRun({ params, body: { text: 'approve' } });
        run = await ended();
      }
      expect(run).toMatchObject({ status: 'completed', error: null, degraded: [] });
      expect(run.answer).not.toBe('');
    },
  );

  it('are made from a template with its picture, or from a file that is dropped', async () => {
    const { page, complaints } = await open('/workflows');
    await page.getByRole('button', { name: 'New workflow' }).click();
    const dialog = page.getByRole('dialog', { name: 'New workflow' });
    await dialog.getByLabel('Name').fill('My approvals');
    const choice = dialog.getByRole('radio', { name: /^Approval/ });
    expect(await choice.locator('svg circle').count()).toBe(3);
    await choice.click();
    expect(await accessibilityProblems(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Create' }).click();
    await page.getByTestId('node-approval').waitFor();
    const text = JSON.stringify({ ...templates[0], name: 'From a file' });
    const drop = (content: string) =>
      page.evaluate((given) => {
        const data = new DataTransfer();
        data.items.add(new File([given], 'desk.json', { type: 'application/json' }));
        window.dispatchEvent(new DragEvent('drop', { dataTransfer: data, cancelable: true }));
      }, content);
    await drop(text);
    await page.getByTestId('node-reviewer').waitFor();
    await page.getByText('The file is in the editor').first().waitFor();
    page.once('dialog', (asked) => void asked.accept());
    await page.getByRole('link', { name: 'Workflows' }).first().click();
    await page.getByRole('table').waitFor();
    await drop('no JSON');
    await page.getByText('“desk.json” is no JSON').first().waitFor();
    await drop(text);
    const copy = page.getByRole('dialog');
    await copy.getByLabel('Name').fill('Dropped');
    await copy.getByRole('button', { name: 'Create' }).click();
    await page.waitForURL('**/workflows/dropped');
    await page.getByTestId('node-reviewer').waitFor();
    expect(complaints).toEqual([]);
  });

  it('are saved as pictures and as text', async () => {
    const { page, complaints } = await open('/workflows/coordinator');
    const saved = async (name: string) => {
      await page.getByRole('button', { name: 'More' }).click();
      const download = page.waitForEvent('download');
      await page.getByRole('menuitem', { name }).click();
      return Buffer.concat(await Array.fromAsync(await (await download).createReadStream()));
    };
    await page.getByTestId('node-coordinator').first().waitFor();
    expect((await saved('Export as Mermaid')).toString()).toMatch(/^(?:graph|flowchart) /);
    expect((await saved('Export as SVG')).toString()).toMatch(/^<svg[\s\S]*coordinator/);
    expect((await saved('Export as PNG')).subarray(1, 4).toString()).toBe('PNG');
    expect(complaints).toEqual([]);
  });

  it('are compared by graph and text, and rolled back', async () => {
    const [pipeline] = templates;
    const params = { id: 'compared' };
    const first = { ...Object(copyWorkflow(pipeline, params.id, 'Compared')) };
    const second = {
      ...first,
      nodes: first.nodes.filter((node: { id: string }) => node.id !== 'reviewer'),
      edges: [{ ...first.edges[0], targetNodeId: 'writer' }, ...first.edges.slice(2)],
      limits: { maxSteps: 5 },
    };
    await client().putWorkflow({ params, query: {}, body: first });
    await client().putWorkflow({ params, query: {}, body: second });
    const { page, complaints } = await open('/workflows/compared');
    await page.getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: 'Versions' }).click();
    const dialog = page.getByRole('dialog', { name: 'Versions' });
    const older = dialog.getByRole('listitem').filter({ hasText: 'Version 1' }).first();
    await older.getByRole('button', { name: 'Compare with the editor' }).click();
    const difference = dialog.getByRole('region', { name: 'What the editor has otherwise than version 1' });
    await difference.getByTestId('node-reviewer').locator('[data-mark=removed]').waitFor();
    await difference.locator('.graph-edge.is-removed').first().waitFor({ state: 'attached' });
    expect(await difference.getByRole('list', { name: 'Edges' }).getByRole('listitem').count()).toBe(2);
    await difference.getByText('limits').click();
    await difference.getByText('"maxSteps": 10').first().waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await older.getByRole('button', { name: 'Roll back to this one' }).click();
    const gate = page.getByRole('dialog', { name: 'Publish version 1' });
    await gate.getByRole('button', { name: 'Publish', exact: true }).click();
    await gate.waitFor({ state: 'detached' });
    expect((await client().getWorkflow({ params, query: {} })).version).toBe(1);
    expect(complaints).toEqual([]);
  });
});
