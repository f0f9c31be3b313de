import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { accessibilityProblems } from './accessible.ts';
import { servePage } from './page.fixture.ts';

describe('a first visit, without a key', () => {
  const { open, client, url } = servePage({ CADENCE_DEFAULT_MODEL: 'offline' });

  const takeStop = async (page: Page, name: RegExp) => {
    await page.getByRole('region', { name: 'A short tour, without a key' }).waitFor();
    await page.getByRole('button', { name }).click();
    await page.waitForURL('**/c/*');
    return new URL(page.url()).pathname.replace('/c/', '');
  };
  const nodesOf = async (conversationId: string) => {
    const [run] = (await client().listRuns({ query: { conversationId } })).items;
    return (await client().runSteps({ params: { id: run?.id ?? '' } })).items.map(({ node }) => node);
  };

  it('shows three designs at work, one of which asks for approval', async () => {
    const { page, complaints } = await open('/', { serviceWorkers: 'allow' });
    await page.getByRole('region', { name: 'Connect a real model' }).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    const first = await takeStop(page, /A coordinator and two agents/);
    await page.getByText('15 * 23 = 345').first().waitFor();
    await page.getByText("I am Cadence's offline model").first().waitFor();
    await expect
      .poll(() => nodesOf(first))
      .toEqual(expect.arrayContaining(['info_agent', 'math_agent', 'synthesizer']));
    await page.goto(url());
    const second = await takeStop(page, /colleagues who hand over/);
    await page.getByText('Async Rust').first().waitFor();
    await expect.poll(() => nodesOf(second)).toEqual(['Router', 'DM2', 'tool_executor', 'Router']);
    await page.goto(url());
    const third = await takeStop(page, /A plan that you approve/);
    await page
      .getByRole('button', { name: /approve/i })
      .first()
      .click();
    await page.getByText('2026 - 2018 = 8').first().waitFor();
    await expect
      .poll(() => nodesOf(third))
      .toEqual(expect.arrayContaining(['planner', 'tool_executor', 'verifier']));
    expect(complaints).toEqual([]);
  });

  it('lets the tour be hidden for good, and called again, and a model be connected later', async () => {
    const { page } = await open('/');
    await page.getByRole('button', { name: 'Hide the tour' }).click();
    await page.getByText('Try one of these').waitFor();
    await page.reload();
    await page.getByText('Try one of these').waitFor();
    expect(await page.getByText('A plan that you approve').count()).toBe(0);
    await page.getByRole('button', { name: 'Show the tour' }).click();
    await page.getByText('A plan that you approve').waitFor();
    await page.reload();
    await page.getByText('A plan that you approve').waitFor();
    await page.getByRole('button', { name: 'Not now' }).click();
    await page.reload();
    await page.getByText('A plan that you approve').waitFor();
    expect(await page.getByRole('region', { name: 'Connect a real model' }).count()).toBe(0);
  });
});
