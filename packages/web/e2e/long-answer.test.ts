import { describe, expect, it } from 'vitest';
import { chromiumPath, useBrowser } from './browser.fixture.ts';
import { useServer } from './server.fixture.ts';

const LONGEST_TASK_MS = 100;

/** Prose, lists, code and tables of so many words. */
function longText(words: number): string {
  const section = (n: number) =>
    `## Part ${n}\n\n${'Some *plain* words that go on for a **while** to fill the lines. '.repeat(12)}\n\n- first point of ${n}\n- second point\n- third point\n\n\`\`\`ts\nconst part = ${n};\nfor (const word of text) count(word);\n\`\`\`\n\n| a | b |\n|---|---|\n| one | two |\n\n`;
  let text = '';
  for (let n = 1; text.split(/\s+/).length < words; n++) text += section(n);
  return `${text}The end.`;
}

describe.skipIf(chromiumPath === undefined)('a long answer', () => {
  const served = useServer();
  const open = useBrowser();

  it('of 10,000 tokens never keeps the page busy for more than 100 ms', async () => {
    const text = longText(10_000);
    await served.model.script([{ kind: 'reply', text, tokenDelayMs: 1 }]);
    const page = await open(served.url);
    await page.getByTestId('node-coordinator').waitFor();
    await page.getByRole('combobox', { name: 'Workflow' }).click();
    await page.getByRole('option', { name: 'Assistant' }).click();
    await page.getByTestId('node-assistant').waitFor();
    await page.getByRole('textbox', { name: 'Your message' }).fill('Tell me all.');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Part 1', exact: true }).waitFor();
    await page.evaluate(() => {
      const tasks: number[] = [];
      Object.assign(window, { tasks });
      new PerformanceObserver((list) => {
        for (const { duration } of list.getEntries()) tasks.push(Math.round(duration));
      }).observe({ type: 'longtask' });
    });
    await page.getByText('The end.').waitFor({ timeout: 80_000 });
    await page.getByRole('button', { name: 'Copy the answer' }).waitFor();
    const tasks: number[] = await page.evaluate(() => Reflect.get(window, 'tasks'));
    console.log(tasks.length, Math.max(0, ...tasks));
    expect(tasks.filter((ms) => ms > LONGEST_TASK_MS)).toEqual([]);
  }, 120_000);
});
