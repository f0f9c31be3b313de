import { type Tool, tool } from '@cadence-agents/sdk';
import { z } from 'zod';
import type { DocumentLibrary } from './document-library.ts';
import { withReadableFolder } from './readable-folder.ts';

export function searchTool(library: DocumentLibrary, folder: string): Tool {
  return tool({
    name: 'search',
    description:
      'Search the documents for a topic: their titles, paths and the sentences that match, best first.',
    input: z.object({
      query: z.string().min(1).max(400).describe('The words to search for'),
      limit: z.int().min(1).max(20).default(5).describe('The most results to return'),
    }),
    readOnly: true,
    run: async ({ query, limit }) => {
      const results = await withReadableFolder(folder, () => library.search(query, limit));
      if (results.length === 0) return { results: [], message: `No document mentions "${query}".` };
      return { results: results.map((result) => ({ ...result })) };
    },
  });
}
