import { z } from 'zod';
import { htmlText } from '../html-text.ts';
import type { WebBackend } from '../settings.ts';
import { fetchJson, type Outgoing } from './fetch-json.ts';
import type { WebPage } from './web-page.ts';

const answerSchema = z.object({
  web: z
    .object({
      results: z.array(z.object({ title: z.string(), url: z.string(), description: z.string().default('') })),
    })
    .optional(),
});

export async function searchBrave(
  { url, key }: WebBackend,
  query: string,
  limit: number,
  outgoing: Outgoing,
): Promise<WebPage[]> {
  const parameters = new URLSearchParams({ q: query, count: String(limit) });
  const headers = { accept: 'application/json', 'x-subscription-token': key };
  const { web } = await fetchJson(`${url}/web/search?${parameters}`, { headers }, answerSchema, outgoing);
  // Brave marks the words it found with tags.
  return (web?.results ?? []).map(({ title, url: page, description }) => ({
    title: htmlText(title),
    url: page,
    snippet: htmlText(description),
  }));
}
