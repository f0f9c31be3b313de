import type { Behaviour } from '@cadence-agents/testkit';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { accessibilityProblems } from './accessible.ts';
import { manyPlugins } from './many-plugins.fixture.ts';
import { servePageWithModel } from './model.fixture.ts';
import { seenInGraph } from './seen-in-graph.fixture.ts';

export const call = (name: string, delayMs = 0, args: Record<string, string> = {}): Behaviour => ({
  kind: 'reply',
  delayMs,
  toolCalls: [{ name, arguments: args }],
});
export const inState = (page: Page, name: string, state: string) =>
  page.locator(`[data-testid="node-${name}"][data-state="${state}"]`);

export const isInView = (page: Page, name: string) =>
  expect.poll(async () => (await seenInGraph(page)).cropped).not.toContain(name);
export const READABLE = 10.9;

/** Names that are longer than their boxes. */
const cutNames = (page: Page) =>
  page
    .locator('.graph-name')
    .evaluateAll((names) =>
      names.filter((name) => name.scrollWidth > name.clientWidth).map(({ textContent }) => textContent),
    );

/** Asks once the graph is drawn, as it is when somebody has begun to write. */
export async function ask(page: Page, message: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Your message' }).fill(message);
  await page.getByTestId('node-coordinator').waitFor();
  await page.keyboard.press('Enter');
}

/** The test of a run in a deployment with so many plugins. */
export function testGraphOf(count: number): void {
  const { folder, subjects } = manyPlugins(count);
  const { open, model } = servePageWithModel({ CADENCE_PLUGINS_DIR: folder });
  const last = subjects.at(-1) ?? '';
  const agent = `${last}_agent`;

  it(`with ${count} plugins shows who works and who waits, in words that can be read`, async () => {
    await model().script([
      call(`goto_${agent}`),
      call(`${last}_change`, 1_500, { about: last }),
      call('goto_finalize', 1_500),
      'It is done.',
    ]);
    const { page, complaints } = await open('/');
    await ask(page, `Change the ${last}.`);
    await inState(page, agent, 'active').waitFor();
    await isInView(page, agent);
    expect((await seenInGraph(page)).smallestWords).toBeGreaterThan(READABLE);
    await inState(page, agent, 'asking').waitFor();
    await isInView(page, agent);
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.getByRole('button', { name: 'Approve' }).click();
    await inState(page, 'coordinator', 'active').waitFor();
    await isInView(page, 'coordinator');
    await page.getByText('It is done.').waitFor();
    await page.getByRole('button', { name: 'Fit the graph' }).click();
    await expect.poll(() => seenInGraph(page)).toMatchObject({ cropped: [], cutLines: 0, covered: [] });
    expect(await cutNames(page)).toEqual([]);
    expect((await seenInGraph(page)).smallestWords).toBeGreaterThan(READABLE);
    await page.getByRole('button', { name: 'Enlarge the graph' }).click();
    const large = page.getByRole('dialog');
    await large.getByTestId(`node-${agent}`).waitFor();
    expect(await large.getByTestId(/^node-.*_agent$/).count()).toBeGreaterThanOrEqual(count);
    await page.keyboard.press('Escape');
    expect(complaints).toEqual([]);
  });
}
