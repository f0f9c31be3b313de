import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';

export const nodeOf = (page: Page, name: string) => page.getByTestId(`node-${name}`);

type Places = Record<string, string>;

/** Where each box stands in the picture, by its id. */
export const placesOnCanvas = (page: Page): Promise<Places> =>
  page
    .locator('.react-flow__node')
    .evaluateAll((boxes) =>
      Object.fromEntries(
        boxes.map((box) => [
          box.getAttribute('data-id') ?? '',
          box instanceof HTMLElement ? box.style.transform : '',
        ]),
      ),
    );

/** All that stood before stands where it stood. */
export async function expectUnmoved(page: Page, before: Places): Promise<Places> {
  const after = await placesOnCanvas(page);
  for (const [id, place] of Object.entries(before)) if (id in after) expect(after[id], id).toBe(place);
  return after;
}

/** Where it is once the view has stopped moving. */
async function placeAtRest(target: Locator) {
  let place = await target.boundingBox();
  await expect
    .poll(async () => {
      const before = JSON.stringify(place);
      place = await target.boundingBox();
      return JSON.stringify(place) === before;
    })
    .toBe(true);
  return place;
}

/** Draws a line from the handle of one box to a place in the window. */
async function drawTo(page: Page, from: string, to: { x: number; y: number }): Promise<void> {
  await nodeOf(page, from).hover();
  const handle = page.locator('.react-flow__node', { has: nodeOf(page, from) }).locator('.source');
  const start = await placeAtRest(handle);
  if (start === null) throw new Error(`There is no handle at ${from}.`);
  await page.mouse.move(start.x + start.width / 2, start.y + start.height / 2);
  await page.mouse.down();
  await page.mouse.move(to.x, to.y, { steps: 8 });
  await page.mouse.up();
}

/** Draws an edge by mouse; `End` is the end. */
export async function drawEdge(page: Page, from: string, to: string): Promise<void> {
  const target = to === 'End' ? page.locator('.react-flow__node-end') : nodeOf(page, to);
  const box = await placeAtRest(target);
  if (box === null) throw new Error(`${to} is not in sight.`);
  await drawTo(page, from, { x: box.x + box.width / 2, y: box.y + box.height / 2 });
}

/** Lets a line go over nothing, below what is drawn. */
export async function drawToNothing(page: Page, from: string): Promise<void> {
  const pane = await page.locator('.react-flow').boundingBox();
  if (pane === null) throw new Error('There is no canvas.');
  await drawTo(page, from, { x: pane.x + pane.width - 260, y: pane.y + pane.height - 120 });
}

/** Every box is seen whole. */
export async function expectInSight(page: Page): Promise<void> {
  const outside = () =>
    page.locator('.react-flow').evaluate((pane) => {
      const frame = pane.getBoundingClientRect();
      return [...pane.querySelectorAll('.react-flow__node')].flatMap((node) => {
        const { left, right, top, bottom } = node.getBoundingClientRect();
        const isInside =
          left >= frame.left && right <= frame.right && top >= frame.top && bottom <= frame.bottom;
        return isInside ? [] : [node.getAttribute('data-id')];
      });
    });
  await expect.poll(outside).toEqual([]);
}

/** Every label of an edge can be read: no box lies on it. */
export async function expectLabelsSeen(page: Page): Promise<void> {
  const covered = () =>
    page.locator('.react-flow').evaluate((pane) => {
      const boxes = [...pane.querySelectorAll('.react-flow__node')].map((box) => box.getBoundingClientRect());
      return [...pane.querySelectorAll('.react-flow__edgelabel-renderer .graph-label')].flatMap((label) => {
        const { left, right, top, bottom } = label.getBoundingClientRect();
        const isFree = boxes.every(
          (box) => right <= box.left || left >= box.right || bottom <= box.top || top >= box.bottom,
        );
        return isFree ? [] : [label.textContent];
      });
    });
  await expect.poll(covered).toEqual([]);
}

export async function dragNode(page: Page, name: string, by: { x: number; y: number }): Promise<void> {
  const box = await placeAtRest(nodeOf(page, name));
  if (box === null) throw new Error(`${name} is not in sight.`);
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + by.x, y + by.y, { steps: 6 });
  await page.mouse.up();
}

export const said = (page: Page, words: string) =>
  page.locator('[aria-live=polite]', { hasText: words }).first().waitFor({ state: 'attached' });
