import { describe, expect, it } from 'vitest';
import { longestTask } from './longest-task.fixture.ts';
import { servePageWithModel } from './model.fixture.ts';

const LONGEST_TASK_MS = 100;

/** Prose, lists, code and tables of so many words. */
function longText(words: number): string {
  const section = (n: number) =>
    `## Part ${n}\n\n${'Some *plain* words that go on for a **while** to fill the lines. '.repeat(12)}\n\n- first point of ${n}\n- second point\n- third point\n\n\`\`\`ts\nconst part = ${n};\nfor (const word of text) count(word);\n\`\`\`\n\n| a | b |\n|---|---|\n| one | two |\n\n`;
  let text = '';
  for (let n = 1; text.split(/\s+/).length < words; n++) text += section(n);
  return `${text}The end.`;
}

describe('a long answer', () => {
  const { open, model } = servePageWithModel();

  it('of 10,000 tokens never keeps the page busy for more than 100 ms', async () => {
    const text = longText(10_000);
    await model().script([{ kind: 'reply', text, tokenDelayMs: 1 }]);
    const { page } = await open('/');
    await page.getByRole('combobox', { name: 'Workflow' }).click();
    await page.getByRole('option', { name: 'Assistant' }).click();
    await page.getByRole('textbox', { name: 'Your message' }).fill('Tell me all.');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Part 1', exact: true }).waitFor();
    const longest = await longestTask(page, () =>
      // Looking for a text in the page would itself keep it busy.
      page.waitForFunction(() => document.querySelector('article [aria-busy="false"]'), undefined, {
        polling: 200,
        timeout: 90_000,
      }),
    );
    expect(longest).toBeLessThan(LONGEST_TASK_MS);
    expect(await page.getByRole('region', { name: 'Answer' }).textContent()).toMatch(/The end\.$/);
  }, 120_000);
});
