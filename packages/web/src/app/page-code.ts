import { connection } from '../api/connection.ts';

const loads: (() => Promise<unknown>)[] = [];

/** The code of a page. If the server is away when it is wanted, it comes when the server is back. */
export function pageCode<T>(load: () => Promise<T>): () => Promise<T> {
  loads.push(load);
  return () =>
    load().catch(async () => {
      await connection.check();
      await connection.whenUp();
      return load();
    });
}

/** Has the code of every page at hand before it is wanted: kept by a worker, or where there can be none, loaded. */
export function keepAllCode(): void {
  if (!import.meta.env.PROD) return;
  const begin = async () => {
    // Browsers have workers only for addresses that nobody on the way can change.
    if ('serviceWorker' in navigator) {
      const options = { updateViaCache: 'none' as const };
      await navigator.serviceWorker.register('/service-worker.js', options);
    } else for (const load of loads) await load();
  };
  // What fails here is tried again at the next visit.
  const later = () => setTimeout(() => void begin().catch(() => undefined), 2_000);
  if (document.readyState === 'complete') later();
  else addEventListener('load', later, { once: true });
}
