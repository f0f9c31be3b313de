import { expect } from 'vitest';
import { longestTask } from './longest-task.fixture.ts';
import type { TestPageWithModel } from './model.fixture.ts';

const LONGEST_TASK_MS = 100;

/** Prose, lists, code and tables of so many words. */
function longText(words: number): string {
  const section = (n: number) =>
    `## Part ${n}\n\n${'Some *plain* words that go on for a **while** to fill the lines. '.repeat(12)}\n\n- first point of ${n}\n- second point\n- third point\n\n\`\`\`ts\nconst part = ${n};\nfor (const word of text) count(word);\n\`\`\`\n\n| a | b |\n|---|---|\n| one | two |\n\n`;
  let text = '';
  for (let n = 1; text.split(/\s+/).length < words; n++) text += section(n);
  return `${text}The end.`;
}

/** An answer of so many tokens never keeps the page busy for more than 100 ms while it is streamed. */
export async function expectSmoothAnswer({ open, model }: TestPageWithModel, tokens: number): Promise<void> {
  const text = longText(tokens);
  await model().script([{ kind: 'reply', text, tokenDelayMs: 1 }]);
  const { page } = await open('/');
  // Measures the machine beforehand, so that none of the answer is missed meanwhile.
  await longestTask(page, async () => undefined);
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
}
