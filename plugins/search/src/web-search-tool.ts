import { type Tool, tool } from '@cadence/sdk';
import { z } from 'zod';
import type { WebBackend } from './settings.ts';
import { searchBrave } from './web/brave.ts';
import { searchTavily } from './web/tavily.ts';

const backends = { brave: searchBrave, tavily: searchTavily };
const limit = 5;

export function webSearchTool(backend: WebBackend): Tool {
  return tool({
    name: 'web_search',
    description: 'Search the web, the public internet, for pages on what the documents do not have.',
    input: z.object({
      query: z.string().min(1).max(400).describe('What to search for'),
    }),
    idempotent: true,
    retries: 1,
    run: async ({ query }, { signal }) => {
      const pages = await backends[backend.kind](backend, query, limit, signal);
      return { results: pages.map((page) => ({ ...page })) };
    },
  });
}
