// Cadence as an MCP server. Each request is served by itself, so that any process can answer any of them.
import { AsyncLocalStorage } from 'node:async_hooks';
import type { Log } from '@cadence/engine';
import {
  createMcpHandler as createSdkHandler,
  ProtocolError,
  ProtocolErrorCode,
  Server,
} from '@modelcontextprotocol/server';
import type { Principal } from '../../app/access/principal.ts';
import type { Cadence } from '../../cadence.ts';
import { secretPatterns } from '../../engine-settings.ts';
import type { Settings } from '../../settings/setting-table.ts';
import { version } from '../../version.ts';
import { carryOut, described, progressTo } from './carry-out.ts';
import { legacyCalls } from './legacy-calls.ts';
import { offeredTools } from './offered-tools.ts';

export interface McpHandler {
  /** Serves one request of somebody who is known, whose body has been parsed. */
  fetch(request: Request, asked: { principal: Principal; body: unknown }): Promise<Response>;
  close(): Promise<void>;
}

interface Parts {
  cadence: Cadence;
  settings: Settings;
  log: Log;
}

export function createMcpHandler({ cadence, settings, log }: Parts): McpHandler {
  const asking = new AsyncLocalStorage<{ request: Request; principal: Principal }>();
  const legacy = legacyCalls();
  const calling = { log, secretPatterns: secretPatterns(settings) };
  let isClosing = false;

  const sdk = createSdkHandler(({ era }) => {
    const asked = asking.getStore();
    if (!asked) throw new Error('A request came without a principal.');
    const { request, principal } = asked;
    const offered = () => offeredTools(cadence, settings.mcpExpose, principal);
    const server = new Server(
      { name: 'cadence', version },
      { capabilities: { tools: { listChanged: true } } },
    );
    server.setRequestHandler('tools/list', async () => ({ tools: (await offered()).map(described) }));
    server.setRequestHandler('tools/call', async ({ params }, context) => {
      const found = (await offered()).find(({ name }) => name === params.name);
      if (!found)
        throw new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no tool "${params.name}".`);
      const call = new AbortController();
      const { id, signal } = context.mcpReq;
      // A call of the older protocol is cancelled by a message; that its connection ends means nothing.
      const done = era === 'legacy' ? legacy.begin(request, principal, id, call) : () => {};
      const onAbort = () => isClosing || era === 'legacy' || call.abort();
      signal.addEventListener('abort', onAbort, { once: true });
      const around = { cadence, principal, signal: call.signal, progress: progressTo(context) };
      return carryOut(found, params.arguments ?? {}, around, calling).finally(done);
    });
    return server;
  });
  const changed = () => sdk.notify.toolsChanged();
  const stops = [cadence.plugins.onChange(changed), cadence.mcpServers.onChange(changed)];

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
