import { expect } from 'vitest';
import { longestTask } from './longest-task.fixture.ts';
import type { TestPage } from './page.fixture.ts';

const LONGEST_TASK_MS = 400;

/** A thread of so many messages is scrolled from its end to its beginning and back without a long wait. */
export async function expectSmoothThread({ open, client, url }: TestPage, count: number): Promise<void> {
  const messages = Array.from({ length: count }, (_, index) => ({
    id: `m${index}`,
    type: index % 2 === 0 ? 'human' : 'ai',
    content: `Number ${index}. ${'Some *words* of it, and **more** of them. '.repeat(8)}\n\n- one\n- two`,
  }));
  const { id } = await client().createConversation({ body: { title: 'Long' } });
  const sent = await fetch(`${url()}/threads/${id}/state`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ values: { messages } }),
  });
  expect(sent.status).toBe(200);
  const { page } = await open(`/c/${id}`);
  await page.getByText(`Number ${count - 1}.`).waitFor();
  const thread = page.getByRole('region', { name: 'Messages' });
  const earlier = page.getByRole('button', { name: 'Show earlier messages' });
  const longest = await longestTask(page, async () => {
    while ((await earlier.count()) > 0) {
      await earlier.click();
      await thread.hover();
      for (let turn = 0; turn < 4; turn++) await page.mouse.wheel(0, -4_000);
    }
    await thread.evaluate((element) => element.scrollTo({ top: 0 }));
    await page.getByText('Number 0.').waitFor();
    for (let turn = 0; turn < 30; turn++) await page.mouse.wheel(0, 2_000);
    await thread.evaluate((element) => element.scrollTo({ top: element.scrollHeight }));
    await page.getByText(`Number ${count - 1}.`).waitFor();
  });
  expect(longest).toBeLessThan(LONGEST_TASK_MS);
}
