import type { Page } from 'playwright-core';

/** What of the graph is beyond its frame or under a button, and how small its smallest words are on the screen. */
export interface SeenInGraph {
  /** Boxes that are not whole within the frame. */
  cropped: string[];
  /** Lines that leave the frame. */
  cutLines: number;
  /** Boxes that a button of the picture lies on. */
  covered: string[];
  /** In pixels of the screen, of all words that are seen. */
  smallestWords: number;
}

export const seenInGraph = (page: Page): Promise<SeenInGraph> =>
  page.evaluate(() => {
    const frame = document.querySelector('.react-flow')?.getBoundingClientRect();
    if (frame === undefined) throw new Error('There is no graph.');
    const slack = 1;
    const isWithin = (box: DOMRect) =>
      box.left >= frame.left - slack &&
      box.right <= frame.right + slack &&
      box.top >= frame.top - slack &&
      box.bottom <= frame.bottom + slack;
    const meets = (one: DOMRect, other: DOMRect) =>
      one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;
    const boxes = [...document.querySelectorAll('[data-testid^="node-"]')].map((box) => ({
      name: box.getAttribute('data-testid')?.slice('node-'.length) ?? '',
      place: box.getBoundingClientRect(),
    }));
    const lines = [...document.querySelectorAll('.react-flow__edge-path')];
    const around = document.querySelector('.react-flow')?.closest('section')?.parentElement;
    const buttons = [...(around?.querySelectorAll('button') ?? [])].filter(
      (button) => !button.closest('.react-flow__viewport'),
    );
    const sizes: number[] = [];
    const words = document.createTreeWalker(
      document.querySelector('.react-flow__viewport') ?? document.body,
      NodeFilter.SHOW_TEXT,
    );
    for (let text = words.nextNode(); text !== null; text = words.nextNode()) {
      const element = text.parentElement;
      if (element === null || text.textContent?.trim() === '' || element.closest('.sr-only, title')) continue;
      const place = element.getBoundingClientRect();
      if (!element.checkVisibility() || place.width === 0 || !meets(place, frame)) continue;
      if (!(element instanceof HTMLElement) || element.offsetWidth === 0) continue;
      sizes.push((Number.parseFloat(getComputedStyle(element).fontSize) * place.width) / element.offsetWidth);
    }
    return {
      cropped: boxes.filter(({ place }) => !isWithin(place)).map(({ name }) => name),
      cutLines: lines.filter((line) => !isWithin(line.getBoundingClientRect())).length,
      covered: boxes
        .filter(({ place }) => buttons.some((button) => meets(place, button.getBoundingClientRect())))
        .map(({ name }) => name),
      smallestWords: Math.min(...sizes),
    };
  });
