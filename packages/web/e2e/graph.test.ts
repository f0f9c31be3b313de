import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { accessibilityProblems } from './accessible.ts';
import { ask, call, inState, isInView, READABLE, testGraphOf } from './graph.fixture.ts';
import { manyPlugins } from './many-plugins.fixture.ts';
import { servePageWithModel } from './model.fixture.ts';
import { seenInGraph } from './seen-in-graph.fixture.ts';

const place = (page: Page) =>
  page
    .locator('.react-flow__viewport')
    .first()
    .evaluate((picture) => picture.style.transform);

describe('the graph of a run in a large deployment', () => testGraphOf(50));

describe('the graph of a run', () => {
  const { folder, subjects } = manyPlugins(25);
  const { open, client, model } = servePageWithModel({ CADENCE_PLUGINS_DIR: folder });
  const last = subjects.at(-1) ?? '';
  const agent = `${last}_agent`;
  /** So small that the whole could not be read. */
  const viewport = { width: 1100, height: 560 };

  it('is followed until somebody moves it, and again when they want it', async () => {
    await model().script([
      call(`goto_${agent}`),
      call(`${last}_look_up`, 5_000, { about: last }),
      { kind: 'hang' },
    ]);
    const { page, complaints } = await open('/', { viewport });
    await ask(page, `Look the ${last} up.`);
    await inState(page, agent, 'active').waitFor();
    await isInView(page, agent);
    expect((await seenInGraph(page)).cropped).toContain('coordinator');
    expect((await seenInGraph(page)).smallestWords).toBeGreaterThan(READABLE);
    const pane = await page.locator('.react-flow').boundingBox();
    await page.mouse.move((pane?.x ?? 0) + 20, (pane?.y ?? 0) + 20);
    await page.mouse.down();
    await page.mouse.move((pane?.x ?? 0) + 60, (pane?.y ?? 0) + 30, { steps: 4 });
    await page.mouse.up();
    const moved = await place(page);
    await inState(page, 'coordinator', 'active').waitFor({ state: 'attached' });
    expect(await place(page)).toBe(moved);
    await page.getByRole('button', { name: 'Follow the run' }).click();
    await isInView(page, 'coordinator');
    expect(await page.getByRole('button', { name: 'Follow the run' }).count()).toBe(0);

    await page.getByRole('button', { name: 'Stop' }).click();
    await inState(page, 'coordinator', 'stopped').waitFor();
    expect(await page.getByTestId('node-coordinator').textContent()).toContain('stopped here');
    await inState(page, agent, 'visited').waitFor({ state: 'attached' });
    expect(complaints).toEqual([]);
  });

  it('opens an agent to its tools, and folds it again', async () => {
    await model().script([{ kind: 'refuse', status: 401, repeat: true }]);
    const { page, complaints } = await open('/');
    await ask(page, `Look the ${last} up.`);
    await page.getByText('This run failed').waitFor();
    for (const failed of ['coordinator', 'synthesizer']) await inState(page, failed, 'failed').waitFor();
    const first = page.getByTestId(/^node-.*_agent$/).first();
    const name = (await first.getAttribute('data-testid'))?.replace('node-', '') ?? '';
    expect(await page.getByTestId(/^node-.*_tools$/).count()).toBe(1);
    await first.click();
    await page.getByTestId(`node-${name.replace('_agent', '_tools')}`).waitFor();
    await page.getByRole('button', { name: `Hide the tools of ${name}` }).press('Enter');
    await page.getByTestId(`node-${name.replace('_agent', '_tools')}`).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: /^\d+ more$/ }).press('Enter');
    await expect.poll(() => page.getByTestId(/^node-.*_agent$/).count()).toBeGreaterThanOrEqual(25);
    expect(complaints).toEqual([]);
  });

  it('is there before the first word of the answer', async () => {
    await model().script(['A word or two.']);
    const { page } = await open('/');
    await page.getByRole('combobox', { name: 'Workflow' }).click();
    await page.getByRole('option', { name: 'Assistant' }).click();
    await page.evaluate(() => {
      const noticed: [what: string, at: number][] = [];
      Object.assign(window, { noticed });
      const once = (what: string, isThere: boolean) =>
        isThere && !noticed.some(([name]) => name === what) && noticed.push([what, performance.now()]);
      const { parse } = JSON;
      JSON.parse = (text, ...rest) => {
        once('event', String(text).includes('"on_run_start"'));
        return parse(text, ...rest);
      };
      new MutationObserver(() => {
        once('graph', document.querySelector('.graph-node') !== null);
        once('answer', document.body.textContent.includes('A word'));
      }).observe(document.body, { subtree: true, childList: true, characterData: true });
    });
    await page
      .getByRole('textbox', { name: 'Your message' })
      .pressSequentially('How are you?', { delay: 60 });
    await page.keyboard.press('Enter');
    await page.getByText('A word or two.').waitFor();
    await page.locator('.graph-node').first().waitFor();
    const noticed: [what: string, at: number][] = await page.evaluate(() => Reflect.get(window, 'noticed'));
    expect(noticed.map(([what]) => what).filter((what) => what !== 'event')).toEqual(['graph', 'answer']);
    const { event = Number.NaN, graph = Number.NaN } = Object.fromEntries(noticed);
    expect(event).toBeGreaterThan(0);
    console.info(`The graph was drawn ${Math.round(graph - event)} ms after the first event.`);
  });

  it('marks the step that is looked at, and brings it into view', async () => {
    await model().script([
      call(`goto_${agent}`),
      call(`${last}_look_up`, 0, { about: last }),
      call('goto_finalize'),
      'All is well.',
    ]);
    const run = await client().sendMessage({
      params: { id: crypto.randomUUID() },
      body: { message: `Look the ${last} up.` },
    });
    const { page, complaints } = await open(`/runs/${run.id}`, { viewport });
    await inState(page, 'synthesizer', 'current').waitFor();
    await isInView(page, 'synthesizer');
    for (const [step, name] of [
      [0, 'coordinator'],
      [2, agent],
    ] as const) {
      await page.getByRole('slider', { name: 'Step to look at' }).fill(String(step));
      await inState(page, name, 'current').waitFor();
      await isInView(page, name);
      expect(await page.locator('[data-state="current"]').count()).toBe(1);
    }
    expect(await page.locator('.graph-traffic').count()).toBe(0);
    await page.getByRole('button', { name: 'Traffic of the last 30 days' }).click();
    await page.locator('.graph-traffic:not(.is-never)').first().waitFor({ state: 'attached' });
    expect(await accessibilityProblems(page)).toEqual([]);
    expect(complaints).toEqual([]);
  });
});
