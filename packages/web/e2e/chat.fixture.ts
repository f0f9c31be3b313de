import type { Page } from 'playwright-core';

export const answerIn = (page: Page) => page.getByRole('region', { name: /^Answer( \d+)?$/ }).last();

export async function ask(page: Page, message: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Your message' }).fill(message);
  await page.keyboard.press('Enter');
}

export async function choose(page: Page, workflow: string): Promise<void> {
  await page.getByRole('combobox', { name: 'Workflow' }).click();
  await page.getByRole('option', { name: workflow }).click();
}

/** The id of the conversation that is shown. */
export const idIn = (page: Page): string => new URL(page.url()).pathname.replace('/c/', '');
