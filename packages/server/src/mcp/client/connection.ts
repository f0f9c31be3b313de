// Keeps one MCP server connected: connects, connects again when the connection is lost, and gives up on a process
// that ends again and again.
import { backoffMs, CadenceError } from '@cadence-agents/contracts';
import type { Log } from '@cadence-agents/engine';
import type { CallToolResult, Tool } from '@modelcontextprotocol/client';
import type { McpServerConfig } from '../../settings/mcp-servers-schema.ts';
import { callFailure } from './call-failure.ts';
import { type McpLink, openLink, type Reach } from './link.ts';

/** How fast it goes about it. */
export interface Pace {
  /** How long each step of connecting may take, and how long the first message waits for a server. */
  connectMs: number;
  /** Before the first retry; the back-off doubles it for each further one. */
  firstPauseMs: number;
  longestPauseMs: number;
  /** A connection that held for so long counts as a sound one. */
  soundMs: number;
  /** So many times a process may end in a row, without a sound connection between. */
  restarts: number;
}

export type ConnectionState =
  | { status: 'connecting'; reason: string | undefined }
  | { status: 'connected'; pid: number | null; protocolVersion: string | undefined }
  | { status: 'failed'; reason: string };

/** Why a connection could not be made, or was lost. */
export interface ConnectionFailure {
  /** ISO 8601. */
  at: string;
  reason: string;
}

/** What a server said of itself when it was last connected. */
export interface ServerContents {
  tools: readonly Tool[];
  instructions: string | undefined;
  version: string | undefined;
}

interface Setup extends Reach {
  log: Log;
  pace: Pace;
  /** Called when the contents may be others than before. */
  onContents: () => void;
}

/** Reasons to let a connection go that are no failures of it. */
const planned = { secrets: 'Its secrets have changed.', asked: 'It is connected to anew.' };
const isPlanned = (reason: string) => reason === planned.secrets || reason === planned.asked;

const FOR_EVER_MS = 2 ** 31 - 1;

export class McpConnection {
  readonly #name: string;
  readonly #config: McpServerConfig;
  readonly #setup: Setup;
  readonly #closing = new AbortController();
  readonly #done: Promise<void>;
  #state: ConnectionState = { status: 'connecting', reason: undefined };
  #settling = Promise.withResolvers<void>();
  #contents: ServerContents | undefined;
  #link: McpLink | undefined;
  #lastFailure: ConnectionFailure | undefined;
  #failures = 0;
  #wake = () => {};

  constructor(name: string, config: McpServerConfig, setup: Setup) {
    this.#name = name;
    this.#config = config;
    this.#setup = setup;
    this.#done = this.#keepConnected();
  }

  get state(): ConnectionState {
    return this.#state;
  }

  get config(): McpServerConfig {
    return this.#config;
  }

  get contents(): ServerContents | undefined {
    return this.#contents;
  }

  /** Also of a connection that has been mended since. */
  get lastFailure(): ConnectionFailure | undefined {
    return this.#lastFailure;
  }

  /** Resolves once it is connected or has failed. */
  settled(): Promise<void> {
    return this.#settling.promise;
  }

  async call(tool: string, args: Record<string, unknown>, signal: AbortSignal): Promise<CallToolResult> {
    // Whoever cancels does not wait for it either.
    await this.#settling.promise;
    signal.throwIfAborted();
    const link = this.#link;
    if (!link) throw notConnected(this.#name);
    try {
      return await link.call(tool, args, signal);
    } catch (cause) {
      signal.throwIfAborted();
      const { error, isLost } = callFailure(this.#name, cause);
      if (isLost) link.lose('The connection broke off during a call.');
      throw error;
    }
  }

  /** Connects if it is not connected, else lists the tools again. */
  async reload(): Promise<void> {
    const link = this.#link;
    if (link) {
      try {
        const { tools } = await link.client.listTools(undefined, { cacheMode: 'refresh' });
        return this.#learn(tools, link);
      } catch {
        link.lose('It does not list its tools any more.');
      }
    } else if (this.#state.status === 'failed') {
      this.#enter({ status: 'connecting', reason: this.#state.reason });
      this.#wake();
    }
    await this.#settling.promise;
  }

  /** Lets the connection go, if there is one, and connects anew. */
  async reconnect(): Promise<void> {
    if (this.#state.status !== 'connecting') {
      this.#failures = 0;
      this.#enter({ status: 'connecting', reason: planned.asked });
      this.#link?.lose(planned.asked);
      this.#wake();
    }
    await this.#settling.promise;
  }

  /** Connects anew, as its secrets are others now. */
  renew(): void {
    if (this.#link) this.#link.lose(planned.secrets);
    else if (this.#state.status === 'failed') this.#wake();
  }

  async close(): Promise<void> {
    this.#closing.abort();
    this.#link?.lose('Closed.');
    this.#wake();
    await this.#done;
  }

  async #keepConnected(): Promise<void> {
    const { log, pace } = this.#setup;
    let reason: string | undefined;
    while (!this.#closing.signal.aborted) {
      this.#enter({ status: 'connecting', reason });
      const { heldMs, ...lost } = await this.#once();
      if (this.#closing.signal.aborted) break;
      if (heldMs !== null && heldMs >= pace.soundMs) this.#failures = 0;
      const failures = ++this.#failures;
      const isSpent = 'command' in this.#config && heldMs !== null && failures > pace.restarts;
      reason = lost.reason;
      if (!isPlanned(reason)) this.#lastFailure = { at: new Date().toISOString(), reason };
      log.warn('MCP server not connected', { server: this.#name, failures, isSpent });
      // The first loss is mended at once, and calls wait for that.
      if (heldMs !== null && failures === 1) continue;
      const note = isSpent ? `It ended ${failures} times in a row; a reload starts it again. ` : '';
      this.#enter({ status: 'failed', reason: note + reason });
      if (isSpent) this.#failures = 0;
      const ms = backoffMs(failures - 1, { firstMs: pace.firstPauseMs, longestMs: pace.longestPauseMs });
      await this.#pause(isSpent ? FOR_EVER_MS : ms);
    }
    this.#enter({ status: 'failed', reason: 'Closed.' });
  }

  /** One connection, from its opening to its loss: why it was lost, and how long it held if there was one. */
  async #once(): Promise<{ reason: string; heldMs: number | null }> {
    const { log, pace } = this.#setup;
    let link: McpLink;
    try {
      const { allowedHosts, env } = this.#setup;
      link = await openLink(this.#config, {
        allowedHosts,
        env,
        connectMs: pace.connectMs,
        signal: this.#closing.signal,
        onTools: (tools) => this.#link && this.#learn(tools, this.#link),
      });
    } catch (error) {
      return { reason: error instanceof Error ? error.message : String(error), heldMs: null };
    }
    const since = performance.now();
    if (!this.#closing.signal.aborted) {
      const protocolVersion = link.client.getNegotiatedProtocolVersion();
      this.#link = link;
      this.#learn(link.tools, link);
      this.#enter({ status: 'connected', pid: link.pid, protocolVersion });
      log.info('MCP server connected', { server: this.#name, protocolVersion, tools: link.tools.length });
    } else link.lose('Closed.');
    const reason = await link.lost;
    this.#link = undefined;
    // Whoever calls from here on waits for the next connection.
    this.#enter({ status: 'connecting', reason });
    await link.close();
    return { reason, heldMs: performance.now() - since };
  }

  #enter(state: ConnectionState): void {
    if (state.status === 'connecting' && this.#state.status !== 'connecting')
      this.#settling = Promise.withResolvers();
    this.#state = state;
    if (state.status !== 'connecting') this.#settling.resolve();
  }

  #learn(tools: readonly Tool[], { client }: McpLink): void {
    const version = client.getServerVersion()?.version;
    this.#contents = { tools, instructions: client.getInstructions(), version };
    this.#setup.onContents();
  }

  async #pause(ms: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#wake = resolve;
    const timer = setTimeout(resolve, ms);
    await promise;
    clearTimeout(timer);
  }
}

function notConnected(name: string): CadenceError {
  return new CadenceError('MCP_SERVER_FAILED', `The MCP server "${name}" is not connected now.`, {
    hint: '"cadence doctor" says why.',
  });
}
