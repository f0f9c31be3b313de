import { callTool, runPlugin } from '@cadence-agents/sdk/testing';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createSearchPlugin } from './search-plugin.ts';

const plugin = createSearchPlugin({});
const resultsSchema = z.object({
  results: z.array(z.object({ title: z.string(), path: z.string(), score: z.number(), snippet: z.string() })),
});
const search = async (query: string, limit?: number) =>
  resultsSchema.parse(await callTool(plugin, 'search', { query, limit })).results;

describe('the search plugin with the documents it ships with', () => {
  it.each([
    ['async programming', 'async-programming.md'],
    ['When did asyncio appear in Python?', 'python-asyncio.md'],
    ['Python 3.7', 'python-asyncio.md'],
    ['ETag', 'http-caching.md'],
    ['isolation levels', 'database-transactions.md'],
    ['goroutine leaks', 'go-concurrency.md'],
    ['c#', 'csharp-async.md'],
    ['flaky tests', 'testing-strategies.md'],
  ])('finds %s in %s', async (query, path) => {
    expect((await search(query))[0]?.path).toBe(path);
  });

  it('returns as many results as asked for', async () => {
    expect(await search('async', 2)).toHaveLength(2);
    expect(await search('async')).toHaveLength(5);
  });

  it('says so when nothing matches', async () => {
    expect(await callTool(plugin, 'search', { query: 'zebra' })).toEqual({
      results: [],
      message: 'No document mentions "zebra".',
    });
  });

  it('lets its agent search, read and answer', async () => {
    const run = await runPlugin(plugin, {
      message: 'Which year did Python get async and await?',
      script: [
        { toolCalls: [{ name: 'search', args: { query: 'Python async await' } }] },
        { toolCalls: [{ name: 'read_document', args: { path: 'python-asyncio.md' } }] },
        'In 2015, with Python 3.5 (python-asyncio.md).',
      ],
    });
    expect(run.toolCalls[0]?.output).toContain('"path":"python-asyncio.md"');
    expect(JSON.parse(run.toolCalls[1]?.output ?? '')).toMatchObject({
      page: 1,
      pages: 1,
      text: expect.stringContaining('Python 3.5, released in September 2015'),
    });
    expect(run.answer).toBe('In 2015, with Python 3.5 (python-asyncio.md).');
  });

  it('refuses to read outside its folder', async () => {
    const run = await runPlugin(plugin, {
      message: 'Read the README.',
      script: [{ toolCalls: [{ name: 'read_document', args: { path: '../README.md' } }] }, 'I cannot.'],
    });
    expect(run.toolCalls[0]?.output).toBe(
      'There is no document "../README.md". Use a path from the results.',
    );
  });

  it('is healthy', async () => {
    expect(await plugin.healthCheck?.()).toMatchObject({ healthy: true });
  });
});

describe('the search plugin without its folder', () => {
  const broken = createSearchPlugin({ SEARCH_DOCS_DIR: '/nowhere/at/all' });

  it('is not healthy, and says why', async () => {
    expect(await broken.healthCheck?.()).toEqual({
      healthy: false,
      details: {
        folder: '/nowhere/at/all',
        problem: 'the folder "/nowhere/at/all" does not exist or cannot be read: set SEARCH_DOCS_DIR',
      },
    });
  });

  it('tells the model that the documents cannot be searched', async () => {
    await expect(callTool(broken, 'search', { query: 'x' })).rejects.toMatchObject({
      code: 'TOOL_FAILED',
      message: expect.stringMatching(/^The documents cannot be searched: .* Set SEARCH_DOCS_DIR\.$/),
    });
  });
});
