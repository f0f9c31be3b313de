import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { accessibilityProblems } from './accessible.ts';
import { answerIn, ask, choose } from './chat.fixture.ts';
import { longestTask } from './longest-task.fixture.ts';
import { servePageWithModel } from './model.fixture.ts';

/** On a processor that others use too. */
const LONGEST_TASK_MS = 2_000;

const fenced = (source: string) => `\`\`\`mermaid\n${source}\n\`\`\``;
const many = (count: number, line: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => line(index)).join('\n');

const good = [
  fenced(
    'flowchart LR\n  ask[Question] --> plan{Plan?}\n  plan -->|yes| work[Work on it]\n  plan -->|no| answer',
  ),
  fenced('sequenceDiagram\n  Ann->>Bob: Is it done?\n  Bob-->>Ann: Nearly'),
].join('\n\nThen:\n\n');

/** What a model may write to have the page do something. */
const hostile = [
  fenced('flowchart LR\n  a[Click me] --> b\n  click a "javascript:window.hurt=1" "now"'),
  fenced(
    'flowchart LR\n  a[Call me] --> b\n  click a call hurt()\n  click b href "https://elsewhere.example/link"',
  ),
  fenced(
    '%%{init: {"securityLevel": "loose", "htmlLabels": true, "flowchart": {"htmlLabels": true}}}%%\nflowchart LR\n  a["<img src=x onerror=window.hurt=1>"] --> b["<script>window.hurt=1</script>"]',
  ),
  fenced('%%{init: {"themeCSS": "@import url(https://elsewhere.example/x.css)"}}%%\nflowchart LR\n  a --> b'),
  fenced(
    '---\nconfig:\n  securityLevel: loose\n---\nflowchart LR\n  a["<iframe src=https://elsewhere.example>"] --> b',
  ),
].join('\n\nAnd:\n\n');

const huge = [
  fenced(`flowchart LR\n${many(10_000, (index) => `n${index} --> n${index + 1}`)}`),
  fenced(`flowchart LR\n${many(249, (index) => `n${index}[Some words of node ${index}]`)}`),
  fenced('flowchart LR\n  this is --> no [diagram'),
].join('\n\nAnd:\n\n');

async function show(page: Page, text: string): Promise<void> {
  await choose(page, 'Assistant');
  await ask(page, 'Draw it.');
  await answerIn(page).getByText(text).first().waitFor();
}

describe('a diagram in an answer', () => {
  const { open, model } = servePageWithModel();
  const pictures = (page: Page) => answerIn(page).getByRole('img', { name: 'A diagram' });

  /** Those that were drawn, or could not be. */
  const settled = (page: Page) => answerIn(page).locator('figure:has(img), figure:has(figcaption)');

  it('is drawn as a picture in the colours of the page, with its source a click away', async () => {
    await model().script([`Here:\n\n${good}`]);
    const { page, complaints } = await open('/');
    await show(page, 'Then:');
    await pictures(page).nth(1).waitFor();
    const widthOf = () =>
      pictures(page)
        .first()
        .evaluate((image) => image.clientWidth);
    await expect.poll(widthOf).toBeGreaterThan(200);
    const light = await pictures(page).first().getAttribute('src');
    await page.emulateMedia({ colorScheme: 'dark' });
    await expect.poll(() => pictures(page).first().getAttribute('src')).not.toBe(light);
    await pictures(page).nth(1).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await answerIn(page).getByRole('button', { name: 'Show the source' }).first().click();
    await answerIn(page).getByText('ask[Question]').waitFor();
    await answerIn(page).getByRole('button', { name: 'Show the picture' }).click();
    await pictures(page).nth(1).waitFor();
    expect(complaints).toEqual([]);
  });

  it('does nothing but be seen, whatever its source wants', async () => {
    await model().script([`Here:\n\n${hostile}`]);
    const { page } = await open('/');
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await show(page, 'And:');
    await settled(page).nth(4).waitFor();
    expect(await pictures(page).count()).toBeGreaterThan(1);
    for (const picture of await pictures(page).all()) await picture.click();
    expect(await page.evaluate(() => Reflect.has(window, 'hurt'))).toBe(false);
    expect(await answerIn(page).locator('svg a, svg script, iframe, foreignObject').count()).toBe(0);
    expect(asked.filter((address) => address.includes('elsewhere'))).toEqual([]);
  });

  it('that is too large or wrong is shown as it was written, and the page goes on', async () => {
    await model().script([`Here:\n\n${huge}`]);
    const { page } = await open('/');
    const longest = await longestTask(page, async () => {
      await show(page, 'And:');
      await settled(page).nth(2).waitFor({ timeout: 60_000 });
    });
    expect(await answerIn(page).getByText('This diagram cannot be drawn').count()).toBe(2);
    expect(await pictures(page).count()).toBe(1);
    expect(longest).toBeLessThan(LONGEST_TASK_MS);
  }, 90_000);
});
