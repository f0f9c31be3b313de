import type { Excerpt } from '@cadence-agents/contracts';
import { withStore } from './local-cadence.ts';
import { bold, dim, localTime, printJson, say, shortId } from './output.ts';

interface SearchOptions {
  limit: number;
  json?: boolean;
}

export async function searchRuns(words: readonly string[], { limit, json }: SearchOptions): Promise<void> {
  const { searchRuns: search, localPrincipal } = await import('@cadence-agents/server/app');
  const text = words.join(' ');
  const { items } = await withStore(async (local) => {
    // What ended in a process that did not live to index it.
    await local.store.tend();
    return search(local, localPrincipal, { text, limit });
  });
  if (json) return printJson(items);
  if (items.length === 0) return say(`No run has "${text}". All runs: cadence run list`);
  for (const { runId, createdAt, workflowId, excerpts } of items) {
    console.log(`${bold(shortId(runId))}  ${dim(`${localTime(createdAt)}  ${workflowId}`)}`);
    for (const excerpt of excerpts) console.log(`  ${marked(excerpt)}`);
  }
}

function marked({ text, marks }: Excerpt): string {
  let line = '';
  let at = 0;
  for (const [start, end] of marks) {
    line += text.slice(at, start) + bold(text.slice(start, end));
    at = end;
  }
  return (line + text.slice(at)).replaceAll(/\s+/g, ' ');
}
