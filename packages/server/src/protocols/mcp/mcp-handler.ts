// Cadence as an MCP server. Each request is served by itself, so that any process can answer any of them.
import { AsyncLocalStorage } from 'node:async_hooks';
import {
  createMcpHandler as createSdkHandler,
  ProtocolError,
  ProtocolErrorCode,
  Server,
} from '@modelcontextprotocol/server';
import type { Principal } from '../../app/access/principal.ts';
import type { AppContext } from '../../app/app-context.ts';
import { version } from '../../operation/version.ts';
import { carryOut, described, progressTo } from './carry-out.ts';
import { elicited, elicitedAnswer } from './elicit-answer.ts';
import { legacyCalls } from './legacy-calls.ts';
import { offeredTools } from './offered-tools.ts';

export interface McpHandler {
  /** Serves one request of somebody who is known, whose body has been parsed. */
  fetch(request: Request, asked: { principal: Principal; body: unknown }): Promise<Response>;
  close(): Promise<void>;
}

export function createMcpHandler(context: AppContext): McpHandler {
  const asking = new AsyncLocalStorage<{ request: Request; principal: Principal }>();
  const legacy = legacyCalls();
  let isClosing = false;

  const sdk = createSdkHandler(({ era }) => {
    const asked = asking.getStore();
    if (!asked) throw new Error('A request came without a principal.');
    const { request, principal } = asked;
    const offered = () => offeredTools(context, principal);
    const server = new Server(
      { name: 'cadence', version },
      { capabilities: { tools: { listChanged: true } } },
    );
    server.setRequestHandler('tools/list', async () => ({ tools: (await offered()).map(described) }));
    server.setRequestHandler('tools/call', async ({ params }, { mcpReq }) => {
      const found = (await offered()).find(({ name }) => name === params.name);
      if (!found)
        throw new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no tool "${params.name}".`);
      const call = new AbortController();
      const { id, signal } = mcpReq;
      // A call of the older protocol is cancelled by a message; that its connection ends means nothing.
      const done = era === 'legacy' ? legacy.begin(request, principal, id, call) : () => {};
      const onAbort = () => isClosing || era === 'legacy' || call.abort();
      signal.addEventListener('abort', onAbort, { once: true });
      const answer = elicitedAnswer(mcpReq);
      const around = { context, principal, signal: call.signal, progress: progressTo(mcpReq), answer };
      const result = await carryOut(found, params.arguments ?? {}, around).finally(done);
      return elicited(result, mcpReq);
    });
    return server;
  });
  const changed = () => sdk.notify.toolsChanged();
  const stops = [context.plugins.onChange(changed), context.mcpServers.onChange(changed)];

  return {
    fetch: (request, { principal, body }) =>
      asking.run({ request, principal }, async () => {
        legacy.cancel(request, principal, body);
        const response = await sdk.fetch(request, body === undefined ? {} : { parsedBody: body });
        return legacy.withSession(response, body);
      }),
    async close() {
      isClosing = true;
      for (const stop of stops) stop();
      await sdk.close();
    },
  };
}
