import { CadenceError, type Tool, tool } from '@cadence-agents/sdk';
import { z } from 'zod';
import type { WebBackend } from './settings.ts';
import { searchBrave } from './web/brave.ts';
import { searchTavily } from './web/tavily.ts';

const backends = { brave: searchBrave, tavily: searchTavily };
const limit = 5;

/** Always there, since workflows name it; without a key it says what is missing. */
export function externalResearchTool(backend: WebBackend | undefined): Tool {
  return tool({
    name: 'external_research',
    description: 'Ask the outside world, the public internet, about what the documents do not have.',
    input: z.object({
      query: z.string().min(1).max(400).describe('What to search for'),
    }),
    readOnly: true,
    retries: 1,
    run: async ({ query }, { fetch, signal }) => {
      if (!backend) throw notSetUp();
      const pages = await backends[backend.kind](backend, query, limit, { fetch, signal });
      return { results: pages.map((page) => ({ ...page })) };
    },
  });
}

function notSetUp(): CadenceError {
  return new CadenceError('TOOL_FAILED', 'The outside world cannot be asked: no web search is set up.', {
    hint: 'Set BRAVE_SEARCH_API_KEY or TAVILY_API_KEY.',
  });
}
