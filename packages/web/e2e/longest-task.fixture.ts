import type { Browser, Page } from 'playwright-core';

interface TraceEvent {
  name: string;
  ph: string;
  pid: number;
  tid: number;
  /** Microseconds on the processor. */
  tdur?: number;
  args?: { name?: string };
}

/** What `plainWork` takes on the machine for which the limits of these tests were set. */
const ORDINARY_MS = 30;
const TIMES = 5;

const floors = new WeakMap<Browser, Promise<number>>();

/**
 * The longest task of the page's main thread while something goes on, in milliseconds of an ordinary processor: the
 * clock would also count what else the machine does meanwhile, and a slow machine is no fault of the page.
 */
export async function longestTask(page: Page, goesOn: () => Promise<unknown>): Promise<number> {
  const browser = page.context().browser();
  if (browser === null) throw new Error('The page belongs to no browser.');
  const floor = floors.get(browser) ?? floorOf(browser);
  floors.set(browser, floor);
  const ordinary = ORDINARY_MS / (await floor);
  return ordinary * (await longestTaskHere(browser, page, goesOn));
}

/** The least of a few times: the processor counts for more when others keep it busy. */
async function floorOf(browser: Browser): Promise<number> {
  const page = await browser.newPage();
  const took: number[] = [];
  for (let times = 0; times < TIMES; times += 1)
    took.push(
      await longestTaskHere(browser, page, async () => {
        await page.evaluate(plainWork);
        // Its answer comes a moment before the task is over: the next task runs after it.
        await page.evaluate(() => new Promise((done) => setTimeout(done)));
      }),
    );
  await page.close();
  return Math.min(...took);
}

/** Runs in the page: a table of words, made, laid out and thrown away without any library. */
function plainWork(): number {
  const table = document.createElement('table');
  for (let row = 0; row < 400; row += 1) {
    const cells = Array.from({ length: 5 }, (_, column) => {
      const cell = document.createElement('td');
      cell.textContent = `row ${row}, column ${column}`;
      return cell;
    });
    table.insertRow().append(...cells);
  }
  document.body.append(table);
  const height = table.offsetHeight;
  table.remove();
  return height;
}

async function longestTaskHere(
  browser: Browser,
  page: Page,
  goesOn: () => Promise<unknown>,
): Promise<number> {
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
