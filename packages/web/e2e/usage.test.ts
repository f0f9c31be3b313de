import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { servePage } from './page.fixture.ts';

const { open, client } = servePage({
  CADENCE_MODEL_PRICES: JSON.stringify({ offline: { input: 1, output: 4 } }),
});

describe('the usage', () => {
  it('says that nothing was run, then shows a run with its tokens, time and cost', async () => {
    const empty = await open('/usage');
    await empty.page.getByText('Nothing was run in this time').waitFor();

    await client().sendMessage({ params: { id: 'c' }, body: { message: 'What is 15 * 23?' } });
    const { page, complaints } = await open('/usage');
    const numbers = page.locator('dl[aria-label="In all"] > div');
    await numbers.first().waitFor();
    const read = Object.fromEntries(
      await numbers.evaluateAll((tiles) =>
        tiles.map((tile) => [tile.querySelector('dt')?.textContent, tile.querySelector('dd')?.textContent]),
      ),
    );
    expect(read).toMatchObject({ Runs: '1', Failed: '0' });
    expect(read.Cost).toMatch(/^\$0\.0\d*[1-9]/);
    expect(read['Median time']).toMatch(/^[\d.]+ m?s$/);
    await page.getByRole('img', { name: /Chart: Runs and failures/ }).waitFor();
    await page
      .getByRole('table', { name: 'By workflow' })
      .getByRole('row', { name: /Coordinator 1 0/ })
      .waitFor();
    await page.getByRole('table', { name: 'By agent' }).getByRole('row', { name: /math/ }).waitFor();
    await page
      .getByRole('table', { name: 'By model' })
      .getByRole('row', { name: /offline .*\$0\.0/ })
      .waitFor();
    await page
      .getByRole('table', { name: 'By user' })
      .getByRole('row', { name: /local 1 0/ })
      .waitFor();
    await page.getByText('None in the time before').first().waitFor();
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export CSV' }).click();
    const csv = await readFile((await (await saved).path()) ?? '', 'utf8');
    expect(csv).toMatch(/^by,time,group,.*\r\nworkflow,.*,coordinator,1,0,/);
    expect(csv).toMatch(/model,.*,offline,0,0,/);
    expect(csv).toMatch(/user,.*,local,1,0,/);
    await page.getByRole('link', { name: 'Runs of Coordinator' }).click();
    await page.waitForURL(/\/runs\?workflowId=coordinator/);
    expect(complaints).toEqual([]);
  });

  it('tells in a table what a chart shows, by day and by hour', async () => {
    await client().sendMessage({ params: { id: 'c' }, body: { message: 'What is 2 + 2?' } });
    const { page } = await open('/usage');
    await page.getByRole('button', { name: 'Show "Runs and failures" as a table' }).click();
    const table = page.getByRole('table', { name: 'Runs and failures' });
    await table.waitFor();
    expect(await table.getByRole('row').count()).toBe(31);
    expect(await table.getByRole('row').nth(1).getByRole('cell').nth(1).textContent()).not.toBe('0');
    await page.getByRole('combobox', { name: 'Range' }).click();
    await page.getByRole('option', { name: 'Last 24 hours' }).click();
    await expect.poll(() => table.getByRole('row').count()).toBe(25);
  });
});
