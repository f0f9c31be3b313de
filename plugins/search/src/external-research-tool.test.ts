import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { callTool } from '@cadence-agents/sdk/testing';
import { afterEach, describe, expect, it } from 'vitest';
import { createSearchPlugin } from './search-plugin.ts';

type Answer = (request: IncomingMessage, response: ServerResponse) => void;
const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

/** The address of a search service on this machine. */
async function serve(answer: Answer): Promise<string> {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closing.push(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  return `http://127.0.0.1:${address.port}/`;
}
const json = (response: ServerResponse, value: unknown, status = 200) =>
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
const search = (env: Record<string, string>, signal = new AbortController().signal) =>
  callTool(createSearchPlugin(env), 'external_research', { query: 'async & await' }, { signal });

describe('external_research', () => {
  it('says what is missing when no key is set', async () => {
    await expect(search({})).rejects.toThrow('no web search is set up');
    await expect(search({ BRAVE_SEARCH_API_KEY: '' })).rejects.toThrow('no web search is set up');
  });

  it('asks Brave', async () => {
    const url = await serve(({ url: target, headers }, response) => {
      const asked = `${target} ${headers['x-subscription-token']}`;
      const page = {
        title: 'A &amp; B',
        url: 'https://a.example/',
        description: `<strong>${asked}</strong>`,
      };
      json(response, { web: { results: [page] } });
    });
    expect(await search({ BRAVE_SEARCH_API_KEY: 'brave-key', BRAVE_SEARCH_URL: url })).toEqual({
      results: [
        {
          title: 'A & B',
          url: 'https://a.example/',
          snippet: '/web/search?q=async+%26+await&count=5 brave-key',
        },
      ],
    });
  });

  it('asks Tavily', async () => {
    const url = await serve(async (request, response) => {
      const asked = `${request.method} ${request.url} ${request.headers.authorization} ${await text(request)}`;
      json(response, { results: [{ title: 'A', url: 'https://a.example/', content: asked, score: 1 }] });
    });
    const snippet = 'POST /search Bearer tavily-key {"query":"async & await","max_results":5}';
    expect(await search({ TAVILY_API_KEY: 'tavily-key', TAVILY_URL: url })).toEqual({
      results: [{ title: 'A', url: 'https://a.example/', snippet }],
    });
  });

  it.each([
    [401, {}, 'refuses the key'],
    [429, {}, 'allows no more searches'],
    [500, {}, 'answered with status 500'],
    [200, { results: 'none' }, 'answered in a form that is not known'],
  ])('tells of an answer with status %d and %j', async (status, body, message) => {
    const url = await serve((_request, response) => json(response, body, status));
    await expect(search({ TAVILY_API_KEY: 'secret-key', TAVILY_URL: url })).rejects.toMatchObject({
      code: 'TOOL_FAILED',
      message: expect.stringContaining(message),
    });
  });

  it('does not follow a redirect, which could carry the key elsewhere', async () => {
    const url = await serve((request, response) => {
      if (request.url === '/else') json(response, { results: [] });
      else response.writeHead(302, { location: '/else' }).end();
    });
    await expect(search({ TAVILY_API_KEY: 'k', TAVILY_URL: url })).rejects.toThrow('could not be reached');
  });

  it('stops when the run is cancelled', async () => {
    const run = new AbortController();
    const url = await serve(() => run.abort(new Error('cancelled')));
    await expect(search({ TAVILY_API_KEY: 'k', TAVILY_URL: url }, run.signal)).rejects.toThrow('cancelled');
  });
});
