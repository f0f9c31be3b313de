// One connection to an MCP server, from its opening to its loss.
import { setTimeout as sleep } from 'node:timers/promises';
import {
  type CallToolResult,
  Client,
  type ConnectOptions,
  SdkError,
  SdkErrorCode,
  type Tool,
} from '@modelcontextprotocol/client';
import type { McpServerConfig } from '../../settings/mcp-servers-schema.ts';
import { type AddressTransport, addressTransport } from './address-transport.ts';
import { processTransport } from './process-transport.ts';
import { type Environment, withoutReferences } from './references.ts';
import { schemaValidator } from './schema-validator.ts';

export interface McpLink {
  readonly client: Client;
  readonly pid: number | null;
  readonly tools: readonly Tool[];
  /** Resolves with the reason when the connection is of no use any more. */
  readonly lost: Promise<string>;
  /** Says that it is of no use any more. */
  lose(reason: string): void;
  call(tool: string, args: Record<string, unknown>, signal: AbortSignal): Promise<CallToolResult>;
  close(): Promise<void>;
}

/** Where its requests may go, and what with. */
export interface Reach {
  /** Hosts of the own network. */
  allowedHosts: readonly string[];
  /** What `${NAME}` in headers and variables stands for. */
  env: () => Environment;
}

export interface LinkSetup extends Reach {
  /** How long connecting may take. */
  connectMs: number;
  signal: AbortSignal;
  /** Called when the server says that its tools are others now. */
  onTools: (tools: readonly Tool[]) => void;
}

const PROBE_MS = 3_000;
const RELISTEN_MS = 30_000;
/** The tool's own time limit aborts the call; the SDK's must not come before it. */
const NEVER_MS = 2 ** 31 - 1;

/** Connects and lists the tools; the error says in words what went wrong. */
export async function openLink(config: McpServerConfig, setup: LinkSetup): Promise<McpLink> {
  try {
    return await attempt(config, setup);
  } catch (error) {
    // Older servers may end at the first message that they do not know.
    const mayBeOlder =
      'command' in config &&
      error instanceof Unreachable &&
      error.cause instanceof SdkError &&
      error.cause.code === SdkErrorCode.EraNegotiationFailed;
    if (mayBeOlder) return attempt(config, setup, { prior: { kind: 'legacy' } });
    throw error;
  }
}

class Unreachable extends Error {}

async function attempt(
  config: McpServerConfig,
  { connectMs, signal, onTools, ...reach }: LinkSetup,
  options: ConnectOptions = {},
): Promise<McpLink> {
  const began = performance.now();
  const lost = Promise.withResolvers<string>();
  const opened = openTransport(config, reach);
  const client = new Client(
    { name: 'cadence', version: '0.1.0' },
    {
      versionNegotiation: { mode: 'auto', probe: { timeoutMs: Math.min(PROBE_MS, connectMs) } },
      jsonSchemaValidator: schemaValidator(),
      listChanged: { tools: { onChanged: (_, tools) => tools && onTools(tools) } },
    },
  );
  client.onclose = () => lost.resolve(opened.lastWords() ?? 'The connection was closed.');
  const close = async () => {
    await opened.farewell();
    await client.close();
    await opened.transport.close();
    await opened.release();
  };
  // Not every step of connecting heeds the signal.
  const onAbort = () => void close();
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    const within = { timeout: connectMs, signal };
    await client.connect(opened.transport, { ...options, ...within });
    const { tools } = await client.listTools(undefined, within);
    if (client.autoOpenedSubscription) void keepListening(client, lost.promise);
    return {
      client,
      pid: opened.transport.pid ?? null,
      tools,
      lost: lost.promise,
      lose: lost.resolve,
      call: (name, args, stop) =>
        client.callTool({ name, arguments: args }, { signal: stop, timeout: NEVER_MS }),
      close,
    };
  } catch (cause) {
    // What it says when it is ended for being late is not the reason.
    const late = isLate(cause) ? lateness(performance.now() - began, opened) : undefined;
    await close();
    const why = late ?? [inWords(cause), opened.lastWords()].filter(Boolean).join(' ');
    throw new Unreachable(why, { cause });
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}

interface Opened {
  transport: ReturnType<typeof processTransport> | (AddressTransport['transport'] & { pid?: null });
  lastWords(): string | undefined;
  /** What to say of one that neither ended nor wrote anything. */
  silence: string | undefined;
  /** Lets the server forget the session. */
  farewell(): Promise<void>;
  release(): Promise<void>;
}

function openTransport(config: McpServerConfig, { allowedHosts, env }: Reach): Opened {
  if ('command' in config) {
    const transport = processTransport(withoutReferences(config, env()));
    return {
      ...{ transport, lastWords: transport.lastWords, silence: 'It is running, and wrote nothing.' },
      ...{ farewell: async () => {}, release: async () => {} },
    };
  }
  const { transport, close } = addressTransport(withoutReferences(config, env()), allowedHosts);
  return {
    transport,
    lastWords: () => undefined,
    silence: undefined,
    farewell: () => Promise.race([transport.terminateSession().catch(() => {}), sleep(1_000, undefined)]),
    release: close,
  };
}

/** A stream of changes that breaks off is opened again; calls do not need it. */
async function keepListening(client: Client, lost: Promise<string>): Promise<void> {
  let subscription = client.autoOpenedSubscription;
  let isLost = false;
  void lost.then(() => {
    isLost = true;
  });
  while (!isLost) {
    if (subscription && (await subscription.closed) === 'local') return;
    await Promise.race([lost, sleep(RELISTEN_MS, undefined, { ref: false })]);
    if (isLost) return;
    subscription = await client.listen({ toolsListChanged: true }).catch(() => undefined);
  }
}

const isLate = (error: unknown) => error instanceof SdkError && error.code === SdkErrorCode.RequestTimeout;

function lateness(ms: number, { lastWords, silence }: Opened): string {
  const told = lastWords() ?? silence;
  return [`It did not answer within ${Math.ceil(ms / 1_000)} s.`, told].filter(Boolean).join(' ');
}

/** What lies at the bottom of it, such as a refused connection, is often the only thing worth saying. */
function inWords(error: unknown): string {
  let deepest = error;
  while (deepest instanceof Error && deepest.cause instanceof Error) deepest = deepest.cause;
  if (!(deepest instanceof Error)) return `${String(deepest)}.`;
  const code = 'code' in deepest && typeof deepest.code === 'string' ? deepest.code : deepest.name;
  return `${(deepest.message || code).slice(0, 500).replace(/\.$/, '')}.`;
}
