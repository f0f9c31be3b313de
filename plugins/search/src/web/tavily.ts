import { z } from 'zod';
import type { WebBackend } from '../settings.ts';
import { fetchJson, type Outgoing } from './fetch-json.ts';
import type { WebPage } from './web-page.ts';

const answerSchema = z.object({
  results: z.array(z.object({ title: z.string(), url: z.string(), content: z.string().default('') })),
});
const longestSnippet = 600;

export async function searchTavily(
  { url, key }: WebBackend,
  query: string,
  limit: number,
  outgoing: Outgoing,
): Promise<WebPage[]> {
  const init = {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
    body: JSON.stringify({ query, max_results: limit }),
  };
  const { results } = await fetchJson(`${url}/search`, init, answerSchema, outgoing);
  return results.map(({ title, url: page, content }) => ({
    title,
    url: page,
    snippet: content.slice(0, longestSnippet),
  }));
}
