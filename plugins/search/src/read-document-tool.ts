import { CadenceError, type Tool, tool } from '@cadence-agents/sdk';
import { z } from 'zod';
import type { DocumentLibrary } from './document-library.ts';

const pageLength = 20_000;

export function readDocumentTool(library: DocumentLibrary): Tool {
  return tool({
    name: 'read_document',
    description: 'Read the whole text of one document by its path.',
    input: z.object({
      path: z.string().min(1).max(500).describe('The path of the document as it was listed, such as http.md'),
      page: z.int().min(1).default(1).describe('Which page of a long document'),
    }),
    readOnly: true,
    run: async ({ path, page }) => {
      const document = await library.read(path);
      if (document === undefined)
        throw new CadenceError('TOOL_FAILED', `There is no document "${path}". Use a path from the results.`);
      const pages = Math.max(1, Math.ceil(document.text.length / pageLength));
      const text = document.text.slice((page - 1) * pageLength, page * pageLength);
      return { title: document.title, path, page, pages, text };
    },
  });
}
