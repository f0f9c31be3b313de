import type { Page } from 'playwright-core';

interface TraceEvent {
  name: string;
  ph: string;
  pid: number;
  tid: number;
  /** Microseconds on the processor. */
  tdur?: number;
  args?: { name?: string };
}

/**
 * The longest task of the page's main thread while something goes on, in milliseconds on the processor: the clock
 * would also count what else the machine does meanwhile.
 */
export async function longestTask(page: Page, goesOn: () => Promise<unknown>): Promise<number> {
  const browser = page.context().browser();
  if (browser === null) throw new Error('The page belongs to no browser.');
  await browser.startTracing(page, { categories: ['toplevel'] });
  await goesOn();
  const { traceEvents }: { traceEvents: TraceEvent[] } = JSON.parse(String(await browser.stopTracing()));
  const place = ({ pid, tid }: TraceEvent) => `${pid}/${tid}`;
  const mainThreads = new Set(
    traceEvents
      .filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain')
      .map(place),
  );
  const tasks = traceEvents.filter(
    (event) => event.ph === 'X' && event.name.endsWith('RunTask') && mainThreads.has(place(event)),
  );
  if (!tasks.some(({ tdur }) => tdur !== undefined)) throw new Error('The trace has no task of the page.');
  return Math.max(...tasks.map(({ tdur = 0 }) => tdur)) / 1_000;
}
